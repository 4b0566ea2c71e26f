import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { type Actor, isPermitted } from '../../core/actor.ts';
import { type HistoryEntry, lastSnapshots } from '../../store/history.ts';
import { ContactRef, isOwnContact } from '../contact/contact.ts';
import type { Context } from '../context.ts';
import { DomainRef, isSponsor } from '../domain/domain.ts';
import { nodeIsVisible } from '../node-visibility.ts';

/** To whom an object belonged that is gone by now. */
const lastRegistrars = createContextCache(({ database }: Context) => {
  const loader = (type: 'domain' | 'contact') =>
    new DataLoader<number, unknown>(async (ids) => {
      const last = await lastSnapshots(database.db, type, ids);
      return ids.map((id) => last.get(id)?.registrar ?? null);
    });
  return { domain: loader('domain'), contact: loader('contact') };
});

/** Whoever reads an entry in the history of its domain or contact finds it here too, and nobody else does. */
nodeIsVisible<HistoryEntry>('HistoryEntry', async (entry, actor, context) => {
  if (actor.kind === 'operator') return true;
  if (actor.kind !== 'registrar' || !isPermitted(actor, ['registrar:epp'])) return false;
  switch (entry.object_type) {
    case 'domain': {
      const [domain] = await DomainRef.getDataloader(context).loadMany([entry.object_id]);
      return domain && !(domain instanceof Error)
        ? isSponsor(domain, actor)
        : wasOf('domain', entry, actor, context);
    }
    case 'contact': {
      const [contact] = await ContactRef.getDataloader(context).loadMany([entry.object_id]);
      return contact && !(contact instanceof Error)
        ? isOwnContact(contact, actor)
        : wasOf('contact', entry, actor, context);
    }
    default:
      return false;
  }
});

const wasOf = async (
  type: 'domain' | 'contact',
  { object_id }: HistoryEntry,
  actor: Extract<Actor, { kind: 'registrar' }>,
  context: Context,
): Promise<boolean> => (await lastRegistrars(context)[type].load(object_id)) === actor.registrarCode;
