import { decidePendingChange } from '../../operations/domains/decide-pending-change.ts';
import { deleteDomain } from '../../operations/domains/delete-domain.ts';
import { registerDomain } from '../../operations/domains/register-domain.ts';
import { renewDomain } from '../../operations/domains/renew-domain.ts';
import { transferDomain } from '../../operations/domains/transfer-domain.ts';
import { updateDomain } from '../../operations/domains/update-domain.ts';
import { howLong } from '../../operations/input.ts';
import { askedDuration } from '../../rules/domain/period.ts';
import { builder } from '../builder.ts';
import { defineMutationByHand } from '../mutation.ts';
import { DnssecKeyInput, NameserverInput, toKey, toNameserver } from './inputs.ts';
import { chargedDomainFields, domainField, shownCharge, shownDomain } from './payload.ts';
import { monthsOrNone, whichPeriods } from './period-inputs.ts';
import { DomainRef } from './type.ts';

const which = 'The name of the domain, such as tamm.ee.';

defineMutationByHand(registerDomain, {
  more: 'With dryRun it tells the price and everything that stands against it.',
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name to register, with its zone, such as tamm.ee.',
    }),
    registrant: t.string({
      required: true,
      description: 'The code of the contact that will hold it, such as ALPHA:TAMM.',
    }),
    period: t.field({ type: 'Duration', required: true, description: howLong }),
    adminContacts: t.stringList({
      description:
        'Codes of up to 10 contacts who will decide about it: people of age. Needed when the registrant is an organisation or under age.',
    }),
    techContacts: t.stringList({
      description: 'Codes of up to 10 contacts who will look after its technical side; none when left out.',
    }),
    nameservers: t.field({
      type: [NameserverInput],
      description: 'The servers that shall answer for it: none, or 2 to 11.',
    }),
    dnssecKeys: t.field({
      type: [DnssecKeyInput],
      description: 'The keys that its DNS answers are signed with: up to 9.',
    }),
    transferCode: t.field({
      type: 'Secret',
      description: 'The code that will let another registrar take it over; random when left out.',
    }),
    reservationCode: t.field({
      type: 'Secret',
      description: 'The code of a name that is reserved or disputed; not needed for other names.',
    }),
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
  reportAs: (reason, { period }) => whichPeriods(reason, period),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutationByHand(renewDomain, {
  more: 'With dryRun it tells the price and where it would lead.',
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    period: t.field({ type: 'Duration', required: true, description: howLong }),
    expiresOn: t.field({
      type: 'Date',
      required: true,
      description:
        'The day on which it expires now, so that a request that is sent twice does not renew twice.',
    }),
  }),
  translate: ({ name, period, expiresOn }) => ({ name, months: askedDuration(period), expiresOn }),
  reportAs: (reason, { period }) => whichPeriods(reason, period),
  show: shownCharge,
  payload: chargedDomainFields,
});

defineMutationByHand(transferDomain, {
  more: 'Wrong codes are counted: after some of them it has to wait.',
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    transferCode: t.field({
      type: 'Secret',
      required: true,
      description: 'The transfer code of the domain, which its registrant gets from the present registrar.',
    }),
  }),
  translate: ({ name, transferCode }) => ({ name, transferCode }),
  show: shownDomain,
  payload: domainField,
});

const RegistrantInput = builder.inputType('RegistrantInput', {
  description: 'Who shall hold a domain, and whether the present registrant has agreed already.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'The code of the contact that shall hold it, such as ALPHA:TAMM.',
    }),
    verified: t.boolean({
      defaultValue: false,
      description:
        'true: you have the consent of the present registrant, who is not asked then; false: the registrant is asked by mail.',
    }),
  }),
});

const pendingText = 'Whether it waits until the registrant has confirmed it by mail.';

defineMutationByHand(updateDomain, {
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    registrant: t.field({
      type: RegistrantInput,
      description: 'Who shall hold it from now on; unchanged when left out.',
    }),
    transferCode: t.field({ type: 'Secret', description: 'A new transfer code; unchanged when left out.' }),
    reservationCode: t.field({
      type: 'Secret',
      description: 'The password of the dispute over the name; needed only to take over a disputed domain.',
    }),
  }),
  translate: ({ name, registrant, transferCode, reservationCode }) => ({
    name,
    registrant: registrant ? { code: registrant.code, verified: registrant.verified ?? false } : undefined,
    transferCode: transferCode ?? undefined,
    reservationCode: reservationCode ?? undefined,
  }),
  show: async (db, value, context, info, origin) => ({
    pending: value.pending,
    domain: await shownDomain(db, value, context, info, origin),
  }),
  payload: (t) => ({
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description: 'The domain after the change, or as it would be in a dry run; null when it was refused.',
      resolve: ({ shown }) => shown?.domain ?? null,
    }),
    pending: t.boolean({ description: pendingText, resolve: ({ shown }) => shown?.pending ?? false }),
  }),
});

defineMutationByHand(deleteDomain, {
  more: 'It stays, out of use, until its grace period is over.',
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: which }),
    verified: t.boolean({
      required: true,
      description:
        'true: you have the consent of the registrant, who is not asked then; false: the registrant is asked by mail.',
    }),
    authCode: t.field({
      type: 'Secret',
      description: 'The transfer code of the domain; needed when you do not sponsor it.',
    }),
  }),
  translate: ({ name, verified, authCode }) => ({ name, verified, authCode: authCode ?? undefined }),
  show: async (db, value, context, info, origin) => ({
    pending: value.pending,
    domain: await shownDomain(db, value, context, info, origin),
  }),
  payload: (t) => ({
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description:
        'The domain after the request: it stays until its grace period is over. Null when it was refused.',
      resolve: ({ shown }) => shown?.domain ?? null,
    }),
    pending: t.boolean({ description: pendingText, resolve: ({ shown }) => shown?.pending ?? false }),
  }),
});

const DecisionEnum = builder.enumType('RegistrantDecision', {
  description: 'What a registrant can say to a change or deletion of the domain.',
  values: {
    APPROVE: { value: 'approve', description: 'The change or deletion goes ahead.' },
    REJECT: { value: 'reject', description: 'The domain stays as it is.' },
  } as const,
});

defineMutationByHand(decidePendingChange, {
  input: (t) => ({
    token: t.field({
      type: 'Secret',
      required: true,
      description: 'The token from the link in the mail; it is all the authority that is needed.',
    }),
    decision: t.field({ type: DecisionEnum, required: true, description: 'What the registrant says to it.' }),
  }),
  translate: ({ token, decision }) => ({ token, decision }),
  show: async (_, value) => value,
  payload: (t) => ({
    name: t.field({
      type: 'DomainName',
      nullable: true,
      description: 'The name of the domain it was about; null when it was refused.',
      resolve: ({ shown }) => shown?.name ?? null,
    }),
    decision: t.field({
      type: DecisionEnum,
      nullable: true,
      description: 'What was decided; null when it was refused.',
      resolve: ({ shown }) => shown?.decision ?? null,
    }),
  }),
});
