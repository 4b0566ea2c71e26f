import { decidePendingChange } from '../../operations/domains/decide-pending-change.ts';
import { deleteDomain } from '../../operations/domains/delete-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { renewDomain } from '../../operations/domains/renew-domain.ts';
import { transferDomain } from '../../operations/domains/transfer-domain.ts';
import { updateDomain } from '../../operations/domains/update-domain.ts';
import { parsePeriodDuration } from '../../rules/period.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { DomainRef } from './domain.ts';
import { DnssecKeyInput, NameserverInput, toKey, toNameserver } from './inputs.ts';
import { chargedDomainFields, domainField, shownCharge, shownDomain } from './payload.ts';

const which = 'Which domain.';
const howLong = 'For how long: P3M, P6M, P9M, P1Y to P10Y.';
/** A length of time that no price list knows is refused as one without a price. */
const monthsOrNone = (period: string): number | null => parsePeriodDuration(period)?.months ?? null;

defineMutation('domainRegister', {
  operation: registerDomain,
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name to register, with its zone.',
    }),
    registrant: t.string({ required: true, description: 'The code of the contact that will hold it.' }),
    period: t.field({ type: 'Duration', required: true, description: howLong }),
    adminContacts: t.stringList({ description: 'Codes of its admin contacts.' }),
    techContacts: t.stringList({ description: 'Codes of its tech contacts.' }),
    nameservers: t.field({ type: [NameserverInput], description: 'None, or 2 to 11.' }),
    dnssecKeys: t.field({ type: [DnssecKeyInput], description: 'Up to 9.' }),
    transferCode: t.field({
      type: 'Secret',
      description: 'A transfer code of your own; left out, one is made.',
    }),
    reservationCode: t.field({ type: 'Secret', description: 'The code of a reserved or disputed name.' }),
  }),
  translate: ({ period, adminContacts, techContacts, nameservers, dnssecKeys, ...input }) => ({
    name: input.name,
    registrant: input.registrant,
    months: monthsOrNone(period),
    adminContacts: adminContacts ?? [],
    techContacts: techContacts ?? [],
    nameservers: (nameservers ?? []).map(toNameserver),
    dnssecKeys: (dnssecKeys ?? []).map(toKey),
    transferCode: input.transferCode ?? undefined,
    reservationCode: input.reservationCode ?? undefined,
  }),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutation('domainRenew', {
  operation: renewDomain,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    period: t.field({ type: 'Duration', required: true, description: howLong }),
    expiresOn: t.field({
      type: 'Date',
      required: true,
      description: 'The day on which it expires now, so that it is not renewed twice.',
    }),
  }),
  translate: ({ name, period, expiresOn }) => ({ name, months: monthsOrNone(period), expiresOn }),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutation('domainTransfer', {
  operation: transferDomain,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    transferCode: t.field({ type: 'Secret', required: true, description: 'Its transfer code.' }),
  }),
  translate: ({ name, transferCode }) => ({ name, transferCode }),
  show: shownDomain,
  payload: domainField,
});

const RegistrantInput = builder.inputType('RegistrantInput', {
  description: 'A new registrant.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code of the contact.' }),
    verified: t.boolean({
      defaultValue: false,
      description: 'You have the consent of the present registrant, who is not asked then.',
    }),
  }),
});

const pendingText = 'Whether the registrant must still confirm it.';

defineMutation('domainUpdate', {
  operation: updateDomain,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    registrant: t.field({ type: RegistrantInput, description: 'Who shall hold it.' }),
    transferCode: t.field({ type: 'Secret', description: 'A new transfer code.' }),
    reservationCode: t.field({ type: 'Secret', description: 'The password of a dispute over the name.' }),
  }),
  translate: ({ name, registrant, transferCode, reservationCode }) => ({
    name,
    registrant: registrant ? { code: registrant.code, verified: registrant.verified ?? false } : undefined,
    transferCode: transferCode ?? undefined,
    reservationCode: reservationCode ?? undefined,
  }),
  show: async (db, value, context, info) => ({
    pending: value.pending,
    domain: await shownDomain(db, value, context, info),
  }),
  payload: (t) => ({
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description: 'The domain as it is now.',
      resolve: ({ shown }) => shown?.domain ?? null,
    }),
    pending: t.boolean({ description: pendingText, resolve: ({ shown }) => shown?.pending ?? false }),
  }),
});

defineMutation('domainDelete', {
  operation: deleteDomain,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    verified: t.boolean({
      required: true,
      description: 'You have the consent of the registrant, who is not asked then.',
    }),
    authCode: t.field({ type: 'Secret', description: 'Its transfer code, when you do not sponsor it.' }),
  }),
  translate: ({ name, verified, authCode }) => ({ name, verified, authCode: authCode ?? undefined }),
  show: async (db, value, context, info) => ({
    pending: value.pending,
    domain: await shownDomain(db, value, context, info),
  }),
  payload: (t) => ({
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description: 'The domain as it is now: it stays until its grace period is over.',
      resolve: ({ shown }) => shown?.domain ?? null,
    }),
    pending: t.boolean({ description: pendingText, resolve: ({ shown }) => shown?.pending ?? false }),
  }),
});

const DecisionEnum = builder.enumType('RegistrantDecision', {
  description: 'What a registrant says to a change or deletion.',
  values: {
    APPROVE: { value: 'approve', description: 'Go ahead.' },
    REJECT: { value: 'reject', description: 'Leave it as it is.' },
  } as const,
});

defineMutation('registrantDecide', {
  operation: decidePendingChange,
  input: (t) => ({
    token: t.field({
      type: 'Secret',
      required: true,
      description: 'The token from the mail; it is all the authority needed.',
    }),
    decision: t.field({ type: DecisionEnum, required: true, description: 'Approve or reject.' }),
  }),
  translate: ({ token, decision }) => ({ token, decision }),
  show: async (_, value) => value,
  payload: (t) => ({
    name: t.field({
      type: 'DomainName',
      nullable: true,
      description: 'The domain it was about.',
      resolve: ({ shown }) => shown?.name ?? null,
    }),
    decision: t.field({
      type: DecisionEnum,
      nullable: true,
      description: 'What was decided.',
      resolve: ({ shown }) => shown?.decision ?? null,
    }),
  }),
});
