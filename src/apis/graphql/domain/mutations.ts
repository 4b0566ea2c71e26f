import type { GraphQLResolveInfo } from 'graphql';
import { decidePendingChange } from '../../../registry/operations/domains/decide-pending-change.ts';
import { deleteDomain } from '../../../registry/operations/domains/delete-domain.ts';
import { registerDomain } from '../../../registry/operations/domains/register-domain.ts';
import { renewDomain } from '../../../registry/operations/domains/renew-domain.ts';
import { transferDomain } from '../../../registry/operations/domains/transfer-domain.ts';
import { updateDomain } from '../../../registry/operations/domains/update-domain.ts';
import { period } from '../../../registry/operations/input.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { askedDuration } from '../../../registry/rules/domain/period.ts';
import type { Context } from '../context.ts';
import { enumOf } from '../enum-of.ts';
import { defineMutation, type PayloadFields, type ResultOrigin } from '../mutation.ts';
import { results } from '../payload.ts';
import type { DomainNode } from './loaders.ts';
import { chargedDomainFields, domainField, shownCharge, shownDomain } from './payload.ts';
import { monthsOrNone, withPeriodsListed } from './period-inputs.ts';
import { DomainRef } from './type.ts';

defineMutation(registerDomain, {
  more: 'With dryRun it shows the price and all reasons that prevent it.',
  input: registerDomain.input.omit({ months: true }).extend({ period }),
  translate: ({ period, ...input }) => ({ ...input, months: monthsOrNone(period) }),
  reportAs: (reason, { period }) => withPeriodsListed(reason, period),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutation(renewDomain, {
  more: 'With dryRun it shows the price and the new expiry date.',
  input: renewDomain.input.omit({ months: true }).extend({ period }),
  translate: ({ period, ...input }) => ({ ...input, months: askedDuration(period) }),
  reportAs: (reason, { period }) => withPeriodsListed(reason, period),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutation(transferDomain, {
  more: 'Wrong codes are counted: after several of them the caller has to wait.',
  show: shownDomain,
  payload: domainField,
});

interface Requested {
  readonly domain: DomainNode | null;
  readonly pending: boolean;
}

const shownRequest = async (
  db: Db,
  value: { readonly id: number; readonly pending: boolean },
  context: Context,
  info: GraphQLResolveInfo,
  origin: ResultOrigin,
): Promise<Requested> => ({
  domain: await shownDomain(db, value, context, info, origin),
  pending: value.pending,
});

const requestedFields = (description: string) => (t: PayloadFields<Requested>) => ({
  domain: t.field({
    type: DomainRef,
    nullable: true,
    description,
    resolve: ({ shown }) => shown?.domain ?? null,
  }),
  pending: t.boolean({
    description: 'Whether it waits for the registrant, who is asked by mail.',
    resolve: ({ shown }) => shown?.pending ?? false,
  }),
});

defineMutation(updateDomain, {
  summary: "Changes a domain's registrant or transfer code.",
  more: 'Contacts, nameservers and keys have mutations of their own.',
  input: updateDomain.input.omit({ contacts: true, nameservers: true, dnssecKeys: true }),
  translate: (changes) => changes,
  show: shownRequest,
  payload: requestedFields(
    'The domain after the change, or as it would be in a dry run; null when it was refused.',
  ),
});

defineMutation(deleteDomain, {
  more: 'It stays, out of use, until its grace period is over.',
  show: shownRequest,
  payload: requestedFields(
    'The domain after the request: it stays until its grace period is over. Null when it was refused.',
  ),
});

const DecisionEnum = enumOf(
  'RegistrantDecision',
  'The decisions that a registrant can make about a change or deletion.',
  {
    approve: 'The change or deletion goes ahead.',
    reject: 'The domain stays unchanged.',
  },
);

defineMutation(decidePendingChange, {
  show: async (_, value) => value,
  payload: results({
    name: ['DomainName', 'The name of the domain it was about'],
    decision: [DecisionEnum, 'What was decided'],
  }),
});
