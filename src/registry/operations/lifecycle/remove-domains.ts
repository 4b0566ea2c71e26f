import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { updateUnlinkedSince } from '../../store/registry/domain-relations.ts';
import { deleteDomains } from '../../store/registry/domain-writer.ts';
import { domainChange } from '../domains/model/domain-document.ts';
import { defineDomainJob } from './domain-job.ts';
import { atMoment } from './job.ts';

/**
 * Deletes domains whose moment of removal has come, so that anybody can register the names, and marks the contacts
 * they used as unlinked. History keeps each domain, and its registrar gets message 7
 * (docs/rules/registrar.md#messages).
 */
export const removeDomains = defineDomainJob({
  name: 'remove',
  operation: 'domain.remove',
  summary: 'Deletes domains whose time of removal has come.',
  step: 'removal',
  apply: async (context, due) => {
    const { db } = context;
    await deleteDomains(
      db,
      due.map(({ state }) => state.row.id),
    );
    for (const { state, moment } of due) {
      const { row } = state;
      const { record, notify } = atMoment(context, moment);
      record(domainChange(state, undefined));
      notify({
        registrarId: row.registrar_id,
        attachedHistoryOf: { type: 'domain', id: row.id },
        ...pollMessages.domainDeleted(row.name),
      });
    }
    // The order is that of the removal times: the last domain that used a contact decides.
    const freed = due.flatMap(({ state: { draft }, moment }) =>
      [draft.registrant, ...draft.admins, ...draft.techs].map(({ id }) => [id, moment] as const),
    );
    await updateUnlinkedSince(db, new Map(freed));
    return due.map(() => 'DOMAIN_DELETED');
  },
});
