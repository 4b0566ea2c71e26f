import { z } from 'zod';
import { refuse } from '../../../core/errors.ts';
import { keptBecause, personKey, pseudonym, withoutSecrets, wordsPattern } from '../../rules/person.ts';
import { contactsOfPerson, placesOfPeople, rowsAbout } from '../../store/registry/person-places.ts';
import { text } from '../input.ts';
import { type Db, defineQuery } from '../operation.ts';
import { logShownObjects } from '../readers/access-log.ts';

/** As many rows of one table as are shown. */
const mostRows = 500;

const erasable: ReadonlySet<string> = new Set(['outbox', 'questions', 'sandbox_mails']);

export interface PersonPlace {
  readonly name: string;
  /** Why it is kept when the person is erased; null: erasure removes it. */
  readonly kept: string | null;
  readonly isWhole: boolean;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface PersonData {
  readonly key: string;
  readonly contacts: readonly string[];
  readonly places: readonly PersonPlace[];
}

export const keyOf = (given: string): string =>
  personKey(given) ??
  refuse('PARAMETER_VALUE_SYNTAX', 'Must be an identity code or an e-mail address', { path: ['person'] });

/** The contacts of a person, and what finds the person in texts: the key, the codes of the contacts, and their addresses if the key is an identity code. */
export async function personOf(db: Db, key: string) {
  const contacts = await contactsOfPerson(db, key, wordsPattern([key]));
  const addresses = key.includes('@') ? [] : contacts.flatMap(({ email }) => email ?? []);
  const words = [...new Set([key, ...contacts.map(({ code }) => code.toLowerCase()), ...addresses])];
  return { contacts, pattern: wordsPattern(words) };
}

/**
 * Shows an operator everything that is held about a person: looks through every table for the identity code or e-mail address, the codes of
 * the contacts that have or had it, and rows that belong to them. Secrets are left out, and the look is written to the access log
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
  input: z.object({ person: text('The identity code or e-mail address.') }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  graphql: 'Query.personData',
  run: async ({ db, actor, request, now, config }, input): Promise<PersonData> => {
    const key = keyOf(input.person);
    const { contacts, pattern } = await personOf(db, key);
    const contactIds = contacts.map(({ id }) => id);
    const places: PersonPlace[] = [];
    for (const place of await placesOfPeople(db)) {
      const rows = await rowsAbout(db, place, { pattern, contactIds, limit: mostRows });
      if (rows.length === 0) continue;
      places.push({
        name: place.name,
        kept: erasable.has(place.name)
          ? null
          : (keptBecause[place.name] ?? 'it is needed for what it belongs to'),
        isWhole: rows.length <= mostRows,
        rows: rows.slice(0, mostRows).map(shown),
      });
    }
    const codes = contacts.map(({ code }) => code);
    const looks = new Map([
      ['person', new Set([pseudonym(key, config.BILLING_SECRET)])],
      ...(codes.length > 0 ? [['contact', new Set(codes)] as const] : []),
    ]);
    await logShownObjects(db, looks, { actor, requestId: request.id, at: now });
    return { key, contacts: codes, places };
  },
});

function shown(value: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? withoutSecrets(one) : one)),
  );
}
