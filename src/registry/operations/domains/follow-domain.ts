import { z } from 'zod';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { entryNumbers, historyAfter } from '../../store/registry/history.ts';
import { refuseBeforeReset } from '../list-changes.ts';
import { defineQuery } from '../operation.ts';
import { domainNamed } from './model/own-domain.ts';

/**
 * Reads the history entries of one domain name after the last one seen, for the subscription that follows it: entries
 * from before its registration and after its deletion are included. A registrar gets the changes made while it
 * sponsored the domain, before or after the change, and an operator gets all; every change holds the domain's lock,
 * so entries arrive in order.
 */
export const followDomain = defineQuery({
  name: 'domain.follow',
  summary: 'Reads the changes of a domain after the last one seen.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ name: z.string(), after: z.int().nullable(), limit: z.int().positive() }),
  errors: ['PARAMETER_VALUE_RANGE'],
  run: async (context, { name, after, limit }) => {
    const { actor } = context;
    const registrarCode = actor.kind === 'registrar' ? actor.registrarCode : undefined;
    const followed = { type: 'domain', key: normaliseLookup(name), registrarCode } as const;
    const rows = await historyAfter(context.db, followed, after, limit);
    if (after === null) return { rows: [], last: rows.at(-1)?.id ?? 0 };
    // A caller whose position is from before a reset gets the present state; otherwise it would wait in vain.
    if (rows.length === 0) refuseBeforeReset(after, (await entryNumbers(context.db)).first);
    const domain = rows.length > 0 ? ((await domainNamed(context, name)) ?? null) : null;
    return { rows: rows.map((entry) => ({ id: entry.id, entry, domain })), last: rows.at(-1)?.id ?? after };
  },
});
