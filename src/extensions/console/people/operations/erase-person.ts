import { z } from 'zod';
import { type Failure, failure, Problems } from '../../../../base/errors.ts';
import { limit } from '../../../../base/limits.ts';
import { contact as contactEntity } from '../../../../registry/entities/contact.ts';
import { withoutPersonal } from '../../../../registry/entities/history.ts';
import { contactChange } from '../../../../registry/operations/contacts/contact-document.ts';
import { flag, text } from '../../../../registry/operations/input.ts';
import { type Db, defineCommand, type OperationContext } from '../../../../registry/operations/operation.ts';
import { contactDeleteForbidden } from '../../../../registry/rules/contact/contact-statuses.ts';
import { wrongReason } from '../../../../registry/rules/registrar/reason.ts';
import {
  type Contact,
  contactsById,
  deleteContacts,
  lockContacts,
} from '../../../../registry/store/registry/contacts.ts';
import { eraseContacts } from '../../../../registry/store/registry/forget-contacts.ts';
import { writeJournal } from '../../../../registry/store/runner/journal.ts';
import {
  deleteMessages,
  deleteWaitingMessages,
  type ErasedTexts,
  eraseAnswers,
  eraseApprovals,
  erasePublished,
  type FoundPerson,
  goneBefore,
  momentOfWrites,
  neverOnDomains,
  placesOfPeople,
  rowsAbout,
  someDomainsOf,
} from '../../store/person-places.ts';
import { pseudonym } from '../person.ts';
import { findPerson, keyOf, personFields } from './show-person.ts';

const [linked] = contactDeleteForbidden([], true);

/**
 * Erases, for an operator, what is held about a person without need: deletes contacts that no domain uses, removes
 * the personal data of deleted contacts from history as soon as it is no longer needed as evidence, deletes mails,
 * and ends published questions and boards that name the person. If a contact of the person has a domain, it is
 * refused, unless the operator wants the rest erased. History records that it was done and why, under a name that
 * tells nobody who the person was (docs/rules/people.md#erasure).
 */
export const erasePerson = defineCommand({
  name: 'person.erase',
  summary:
    'Erases what is held about a person and is not needed any more. What a domain, a law or accounting needs stays.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  // It searches everything that was ever sent.
  pool: 'background',
  input: z.object({
    ...personFields,
    reason: text(
      'The reason, in at most 500 characters. History keeps it, so it should not name the person.',
    ),
    partly: flag(
      'Erase the rest, even if a domain uses a contact of the person, or a status protects it.',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_ASSOCIATION_PROHIBITS',
    'OBJECT_STATUS_PROHIBITS',
  ],
  // A domain that starts to use the contact at the same moment wins.
  conflicts: linked ? { domains_registrant_id_fkey: linked, domain_contacts_contact_id_fkey: linked } : {},
  graphql: 'Mutation.personErase',
  run: async (context, input) => {
    const { db, now, calendar, config } = context;
    const problems = new Problems().direct(wrongReason(input.reason));
    const key = await problems.attempt(async () => keyOf(input));
    problems.refuseIfAny();
    if (!key) throw new Error('a wrong key went unnoticed');
    let person = await findPerson(db, key);
    const judged = async () => {
      const known = await contactsById(db, presentIn(person));
      const elsewhere = person.contacts.filter(({ isElsewhere }) => isElsewhere);
      const isHeld = ({ statuses, linked }: Contact) => contactDeleteForbidden(statuses, linked).length > 0;
      const [held, gone] = [known.filter(isHeld), known.filter((contact) => !isHeld(contact))];
      if (!input.partly)
        new Problems()
          .direct(
            ...(await Promise.all(held.map((one) => reasonAgainst(db, one)))),
            ...elsewhere.map(({ code }) => isNowAnother(code)),
          )
          .refuseIfAny();
      return { held, gone, elsewhere };
    };
    await judged();
    // This takes long, so nobody waits for the contacts meanwhile.
    let since: string | undefined = await momentOfWrites(db);
    let texts = await eraseTexts(context, { pattern: person.pattern });
    for (;;) {
      const locked = new Set(presentIn(person));
      await lockContacts(db, [...locked]);
      // This erases what was written since then: whoever wrote to these contacts has ended, and whoever is next finds
      // them gone.
      texts = added(texts, await eraseTexts(context, { pattern: person.pattern, since }));
      // Meanwhile a registrar may have made another one, or corrected one that was not the person's.
      person = await findPerson(db, key);
      if (presentIn(person).every((id) => locked.has(id))) break;
      since = undefined;
    }
    const { contacts, pattern } = person;
    const { held, gone, elsewhere } = await judged();
    // Mails about the domain of a contact that stays are still for its person.
    const isAllGone = held.length + elsewhere.length === 0;
    const waiting = isAllGone ? await deleteWaitingMessages(db, pattern) : 0;

    const { HISTORY_RETENTION: kept } = config;
    const longAgo = kept && calendar.minus(now, kept);
    // No domain has ever used it, or none for so long that it is not needed as evidence.
    const isForgotten = ({ unlinked_at, created_at }: Contact) =>
      unlinked_at !== null && (unlinked_at <= created_at || (longAgo !== undefined && unlinked_at < longAgo));
    const forgotten = gone.filter(isForgotten).map(({ id }) => id);
    const before = contacts
      .filter(({ isPresent, isElsewhere }) => !isPresent && !isElsewhere)
      .map(({ id }) => id);
    const old = new Set([
      ...(await neverOnDomains(db, before)),
      ...(longAgo ? await goneBefore(db, before, longAgo) : []),
    ]);
    const write = journalOf(context, input.reason.trim());
    // History forgets only contacts whose end it knows.
    await write(
      gone.map((one) => {
        const change = contactChange(one, undefined);
        const { before } = change;
        return isForgotten(one) && before
          ? { ...change, before: withoutPersonal(contactEntity, before) }
          : change;
      }),
    );
    await deleteContacts(
      db,
      gone.map(({ id }) => id),
    );
    await eraseContacts(db, [...forgotten, ...old]);
    const erased = {
      contacts: gone.length,
      histories: forgotten.length + old.size,
      ...texts,
      mails: texts.mails + waiting,
    };
    await write([{ type: 'person', id: 0, key: pseudonym(key, config.BILLING_SECRET), after: erased }]);
    const codes = [...held, ...elsewhere].map(({ code }) => code);
    context.foresee('erased', { ...erased, gone: gone.map(({ id }) => id), kept: codes });
    const left = await findPerson(db, key);
    const places: string[] = [];
    for (const place of await placesOfPeople(db))
      if ((await rowsAbout(db, place, left, 0)).length > 0) places.push(place.name);
    return { ...erased, kept: [...codes, ...places] };
  },
});

const presentIn = ({ contacts }: FoundPerson): number[] =>
  contacts.filter(({ isPresent }) => isPresent).map(({ id }) => id);

/** Erases what texts of ours say about the person; returns how many of each kind. */
async function eraseTexts({ db, now }: OperationContext, which: ErasedTexts) {
  const erased = {
    mails: await deleteMessages(db, which),
    ...(await erasePublished(db, which, now)),
    approvals: await eraseApprovals(db, which),
  };
  await eraseAnswers(db, which);
  return erased;
}

type Erased = Awaited<ReturnType<typeof eraseTexts>>;

const added = (one: Erased, other: Erased): Erased => ({
  mails: one.mails + other.mails,
  questions: one.questions + other.questions,
  boards: one.boards + other.boards,
  approvals: one.approvals + other.approvals,
});

/** Writes changes at once, with the reason. */
const journalOf =
  ({ db, now: at, actor, request }: OperationContext, reason: string) =>
  (changes: Parameters<typeof writeJournal>[1]['changes']): Promise<void> =>
    writeJournal(db, {
      at,
      actor,
      operation: 'person.erase',
      requestId: request.id,
      reason,
      changes,
      messages: [],
      charges: [],
      outbox: [],
      announcements: [],
    });

const mostNamed = limit('names in the sentence about what stays of a person', 3, 'The rest is counted.');

/** The past of a contact stays as long as the contact, which may belong to somebody else now. */
const isNowAnother = (code: string): Failure =>
  failure(
    'OBJECT_ASSOCIATION_PROHIBITS',
    `The person cannot be erased: the contact ${code} had this identity code or address in the past, and has another one now. Ask by that one, or set partly to erase the rest`,
  );

/** Why a contact of the person stays, for people. */
async function reasonAgainst(db: Db, { id, code, statuses, linked }: Contact): Promise<Failure | undefined> {
  const [reason] = contactDeleteForbidden(statuses, linked);
  if (!reason) return undefined;
  const domains = linked ? await someDomainsOf(db, id, mostNamed + 1) : [];
  const named = domains.slice(0, mostNamed).join(', ') + (domains.length > mostNamed ? ' and others' : '');
  const why = linked ? `is on ${named}` : 'has a status that forbids its deletion';
  return failure(
    reason.code,
    `The person cannot be erased: the contact ${code} ${why}. Set partly to erase the rest`,
  );
}
