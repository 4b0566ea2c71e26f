import { z } from 'zod';
import { refuseWith } from '../../../../base/errors.ts';
import { limit } from '../../../../base/limits.ts';
import { text } from '../../../../registry/operations/input.ts';
import { type Db, defineQuery } from '../../../../registry/operations/operation.ts';
import { logShownObjects } from '../../../../registry/operations/readers/access-log.ts';
import {
  contactsOfPerson,
  type FoundPerson,
  placesOfPeople,
  rowsAbout,
  workersWho,
} from '../../store/person-places.ts';
import {
  type GivenPerson,
  keptBecause,
  type PersonKey,
  personKey,
  pseudonym,
  withoutSecrets,
  wordsOf,
  wordsPattern,
} from '../person.ts';

export const mostRows = limit(
  'rows of one table in the document of a person',
  10_000,
  'The document is made in memory.',
);

const erasable: ReadonlySet<string> = new Set([
  'approvals',
  'outbox',
  'questions',
  'sandbox_agent_calls',
  'sandbox_mails',
  'sandbox_webhooks',
]);

export interface PersonPlace {
  readonly name: string;
  /** Why it is kept when the person is erased; null: erasure removes it. */
  readonly kept: string | null;
  readonly isWhole: boolean;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Person {
  readonly key: string;
  readonly contacts: readonly string[];
  readonly places: readonly PersonPlace[];
}

/** The fields with which a person is named. */
export const personFields = {
  ident: text('The country and the identity code: EE:37605030299.').optional(),
  email: text('The e-mail address, in place of the identity code.').optional(),
};

export function keyOf(given: GivenPerson): PersonKey {
  const key = personKey(given);
  return 'code' in key ? refuseWith(key) : key;
}

/**
 * Everything by which a person is found: the key, the contacts, users and operators that have or had it, and their
 * codes and own addresses.
 */
export async function findPerson(db: Db, key: PersonKey): Promise<FoundPerson> {
  const words = wordsOf(key);
  const codes = key.ident ? [key.ident.code, ...words] : [];
  const [contacts, workers] = await Promise.all([
    contactsOfPerson(db, key),
    workersWho(db, key.email, codes),
  ]);
  const addresses = contacts.flatMap(({ email }) => email ?? []);
  // Texts about a contact that is somebody else's by now, or about a code that was used again, need not be about the
  // person.
  const own = contacts.filter(({ isElsewhere, isReused }) => !isElsewhere && !isReused);
  const all = [...words, ...own.map(({ code }) => code.toLowerCase()), ...addresses];
  return { contacts, ...workers, pattern: wordsPattern([...new Set(all)]) };
}

/**
 * Shows an operator everything that is held about a person: searches every table for the identity code or e-mail
 * address, for the codes of the contacts that have or had it, and for rows that belong to them or to users or
 * operators who are the same person. Secrets are left out, and the search is written to the access log
 * (docs/rules/people.md).
 */
export const showPerson = defineQuery({
  name: 'person.show',
  summary:
    'Shows everything that is held about a person, by identity code or e-mail address, now and in the past.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'READ',
  pool: 'background',
  input: z.object(personFields),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX'],
  graphql: 'Query.person',
  run: async ({ db, actor, request, now, config }, input): Promise<Person> => {
    const key = keyOf(input);
    const person = await findPerson(db, key);
    const places: PersonPlace[] = [];
    for (const place of await placesOfPeople(db)) {
      const rows = await rowsAbout(db, place, person, mostRows);
      if (rows.length === 0) continue;
      places.push({
        name: place.name,
        kept: erasable.has(place.name)
          ? null
          : (keptBecause[place.name] ?? 'as long as the object that it belongs to'),
        isWhole: rows.length <= mostRows,
        rows: rows.slice(0, mostRows).map(shown),
      });
    }
    const codes = person.contacts.map(({ code }) => code);
    const looks = new Map([
      ['person', new Set([pseudonym(key, config.BILLING_SECRET)])],
      ...(codes.length > 0 ? [['contact', new Set(codes)] as const] : []),
    ]);
    await logShownObjects(db, looks, { actor, requestId: request.id, at: now });
    return { key: key.text, contacts: codes, places };
  },
});

function shown(value: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? withoutSecrets(one) : one)),
  );
}
