import type { Failure } from '../../core/errors.ts';
import type { Money } from '../../core/money.ts';
import { addNameserverInBulk } from '../../operations/domains/add-nameserver-in-bulk.ts';
import { bulkRenewDomains } from '../../operations/domains/bulk-renew-domains.ts';
import { bulkTransferDomains } from '../../operations/domains/bulk-transfer-domains.ts';
import { type BulkResult, failed } from '../../operations/domains/model/bulk-result.ts';
import { replaceAdminContact } from '../../operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../operations/domains/replace-tech-contact.ts';
import { howLong } from '../../operations/input.ts';
import type { Command } from '../../operations/operation.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { builder, type Types } from '../builder.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { UserErrorRef } from '../user-error.ts';
import { NameserverInput, toNameserver } from './inputs.ts';
import { monthsOrNone, whichPeriods } from './period-inputs.ts';

const BulkResultRef = builder.objectRef<BulkResult>('BulkResult').implement({
  description: 'What became of one domain when something was done with many.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name of the domain, such as tamm.ee.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether it was done for this domain.' }),
    userErrors: t.field({
      type: [UserErrorRef],
      description: 'Everything that stood against it; empty when it was done.',
      resolve: ({ failures }) => [...failures],
    }),
  }),
});

type Results = { readonly results: readonly BulkResult[] };

const show = async (_: unknown, { results }: Results): Promise<readonly BulkResult[]> => results;

const rowForEach =
  'One row for each domain, in the order of the input; when the whole was refused, what stood against each.';

/** The whole was refused: each for its own reasons where it has some, else for those of the whole; a registry may have done some. */
function allFailed(names: readonly string[], failures: readonly Failure[]): BulkResult[] {
  const own = new Map(
    failures
      .flatMap(({ details }) => (details?.results ?? []) as readonly BulkResult[])
      .map((result) => [normaliseLookup(result.name), result]),
  );
  const whole = failures.map(({ details: _, ...reason }) => reason);
  return names.map((name) => ({ ...(own.get(normaliseLookup(name)) ?? failed(name, whole)), name }));
}

/** Where no names were given: those that the refusal tells of. */
const failedOnes = (failures: readonly Failure[]): BulkResult[] =>
  failures.flatMap(({ details }) => (details?.results ?? []) as readonly BulkResult[]);

const resultsField = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<readonly BulkResult[]>>) => ({
  results: t.field({
    type: [BulkResultRef],
    description: rowForEach,
    resolve: ({ shown }) => [...(shown ?? [])],
  }),
});

const TransferInput = builder.inputType('DomainTransferItem', {
  description: 'A domain to take over, and the code that allows it.',
  fields: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain, such as tamm.ee.',
    }),
    transferCode: t.field({
      type: 'Secret',
      required: true,
      description: 'The transfer code of the domain, which its registrant gets from the present registrar.',
    }),
  }),
});

defineMutationByHand(
  bulkTransferDomains as Command<
    { transfers: { name: string; transferCode?: string | undefined }[] },
    Results
  >,
  {
    input: (t) => ({
      transfers: t.field({
        type: [TransferInput],
        required: true,
        description: 'The domains to take over; each succeeds or fails for itself.',
      }),
    }),
    translate: ({ transfers }) => ({ transfers }),
    show,
    refused: ({ transfers }, failures) =>
      allFailed(
        transfers.map(({ name }) => name),
        failures,
      ),
    payload: resultsField,
  },
);

type Renewed = Results & { readonly price: Money | null };

defineMutationByHand(bulkRenewDomains, {
  input: (t) => ({
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: 'Names of domains that you sponsor; all of them are renewed or none.',
    }),
    period: t.field({ type: 'Duration', required: true, description: howLong }),
  }),
  translate: ({ names, period }) => ({ names, months: monthsOrNone(period) }),
  reportAs: (reason, { period }) => whichPeriods(reason, period),
  show: async (_, renewed): Promise<Renewed> => renewed,
  refused: ({ names }, failures) => ({
    results: allFailed(names, failures),
    price: (failures[0]?.details?.price as Money | undefined) ?? null,
  }),
  payload: (t) => ({
    results: t.field({
      type: [BulkResultRef],
      description: rowForEach,
      resolve: ({ shown }) => [...(shown?.results ?? [])],
    }),
    price: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'What was charged for all of them in euros, or would be in a dry run; null when nothing was.',
      resolve: ({ shown }) => shown?.price ?? null,
    }),
  }),
});

defineMutationByHand(replaceTechContact, {
  input: (t) => ({
    currentContact: t.string({
      required: true,
      description: 'The code of the tech contact that shall go, such as ALPHA:TAMM.',
    }),
    newContact: t.string({ required: true, description: 'The code of the contact that takes its place.' }),
  }),
  translate: ({ currentContact, newContact }) => ({ currentContact, newContact }),
  show,
  refused: (_, failures) => failedOnes(failures),
  payload: resultsField,
});

defineMutationByHand(replaceAdminContact, {
  input: (t) => ({
    currentContact: t.string({
      required: true,
      description: 'The code of the admin contact that shall go, such as ALPHA:TAMM.',
    }),
    newContact: t.string({
      required: true,
      description: 'The code of the contact that takes its place: the same person under another code.',
    }),
  }),
  translate: ({ currentContact, newContact }) => ({ currentContact, newContact }),
  show,
  refused: (_, failures) => failedOnes(failures),
  payload: resultsField,
});

defineMutationByHand(addNameserverInBulk, {
  input: (t) => ({
    newNameserver: t.field({ type: NameserverInput, required: true, description: 'The server to add.' }),
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: 'Names of domains that you sponsor and that shall get it.',
    }),
  }),
  translate: ({ newNameserver, names }) => ({ newNameserver: toNameserver(newNameserver), names }),
  show,
  refused: ({ names }, failures) => allFailed(names, failures),
  payload: resultsField,
});

defineMutationByHand(replaceNameserver, {
  input: (t) => ({
    hostname: t.string({
      required: true,
      description: 'The name of the server that shall go, such as ns1.hosting.example.',
    }),
    newNameserver: t.field({
      type: NameserverInput,
      required: true,
      description: 'The server that takes its place.',
    }),
    names: t.field({
      type: ['DomainName'],
      description: 'Only on the domains with these names; on all that you sponsor when left out.',
    }),
  }),
  translate: ({ hostname, newNameserver, names }) => ({
    hostname,
    newNameserver: toNameserver(newNameserver),
    names: names ?? undefined,
  }),
  show,
  refused: ({ names }, failures) => (names ? allFailed(names, failures) : failedOnes(failures)),
  payload: resultsField,
});
