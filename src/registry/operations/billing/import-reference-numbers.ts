import { z } from 'zod';
import { insertMissingReferenceNumbers, registrarsNamed } from '../../store/billing/invoice-numbers.ts';
import { inChunks } from '../../store/driver/lists/chunks.ts';
import { listOf, object, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { initiatorField } from './model/fields.ts';
import { initiatorFor } from './model/ownership.ts';

const item = object('ImportedReference', 'A reference number from a former system.', {
  referenceNumber: text('The reference number: 2 to 20 digits, the last of which checks the others.'),
  initiator: initiatorField,
  owner: text('The owner of the reference number, in your own words.').optional(),
});

/**
 * Imports reference numbers that a service already uses, in whatever format, and skips unreadable and known ones
 * (docs/rules/billing.md#importing-reference-numbers, docs/rules/rulings.md#reference-numbers-are-unique). A number
 * of the registry whose owner is a registrar marks that registrar's prepayments from now on.
 */
export const importReferenceNumbers = defineCommand({
  name: 'invoice.import-reference-numbers',
  summary: 'Imports reference numbers; those that are known or unreadable are skipped.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    references: listOf(item, 'The reference numbers to import; those that are known already are skipped.'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  rest: 'POST /api/v1/import_data/reference_data',
  graphql: 'Mutation.referenceNumbersImport',
  run: async (context, { references }) => {
    const read = references.map((one) => readItem(context, one)).filter((row) => row !== undefined);
    const byNumber = new Map(read.reverse().map((row) => [row.reference_number, row]));
    const owners = read.map(({ owner }) => owner).filter((owner) => owner !== null);
    const registrars = await registrarsNamed(context.db, owners);
    const rows = [...byNumber.values()].reverse().map((row) => ({
      ...row,
      registrar_id: row.initiator === 'registry' ? (registrars.get(row.owner ?? '') ?? null) : null,
    }));
    let added = 0;
    for (const chunk of inChunks(rows))
      added += (await insertMissingReferenceNumbers(context.db, chunk)).length;
    return { added, skipped: references.length - added };
  },
});

function readItem({ actor, now }: OperationContext, one: z.infer<typeof item>) {
  const initiator = initiatorFor(actor, one.initiator);
  const isReadable = /^[^\s\p{Cc}]{1,255}$/u.test(one.referenceNumber) && (one.owner ?? '').length <= 255;
  if (!initiator || !isReadable) return undefined;
  return {
    reference_number: one.referenceNumber,
    initiator,
    owner: one.owner ?? null,
    email: null,
    created_at: now,
  };
}
