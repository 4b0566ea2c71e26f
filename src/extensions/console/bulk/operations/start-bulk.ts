import { z } from 'zod';
import { failure, refuse, refuseWith } from '../../../../base/errors.ts';
import type { Filter } from '../../../../base/filter.ts';
import { flag, object } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { wrongReason } from '../../../../registry/rules/registrar/reason.ts';
import { normaliseRegistrarCode } from '../../../../registry/rules/registrar/registrar-fields.ts';
import { registrarByCode } from '../../../../registry/store/registry/registrars.ts';
import { type BulkWrite, bulkLists, bulkWrites, mutationOf } from './bulk-writes.ts';
import { startWork } from './start-work.ts';

/** The fields of a write's input that are given once for all objects. */
function shapeOf({ operation, naming, only }: BulkWrite): z.ZodRawShape {
  const { shape } = operation.input as unknown as z.ZodObject;
  return Object.fromEntries(
    Object.entries(shape).filter(([field]) => !naming.includes(field) && (only?.includes(field) ?? true)),
  );
}

const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const lists = Object.fromEntries(
  Object.entries(bulkLists).map(([name, { where }]) => [
    name,
    z
      .custom<Filter>(isObject)
      .meta({ description: `Those in ${name} that match; {} is all of them.`, scalar: where })
      .optional(),
  ]),
);

const writes = Object.fromEntries(
  bulkWrites.map((write) => {
    const [mutation, shape] = [mutationOf(write), shapeOf(write)];
    const { summary = write.operation.summary } = write;
    const description = `Done to each row of ${write.list}. ${summary}`;
    return [
      mutation,
      Object.keys(shape).length === 0
        ? flag(`${description} true: it needs nothing else.`).optional()
        : object(
            `Bulk${capital(mutation)}Input`,
            `The input of ${mutation} for many objects: the fields that are the same for all of them.`,
            shape,
          )
            .meta({ description })
            .optional(),
    ];
  }),
);

/**
 * Does one of the operators' writes to everything that a filter finds in a list: keeps the work with a row for each
 * object, which the job `bulk` does one by one, as if the operator did it (docs/rules/access.md#bulk-work).
 */
export const startBulk = defineCommand({
  name: 'bulk.start',
  summary:
    'Starts work on everything that a filter finds in a list: one write, done to each in the background.',
  permits: ['operator'],
  operators: 'VIEWER',
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    list: object(
      'BulkListInput',
      'Which objects: one list that operators have, with its filter.',
      lists,
    ).meta({
      description: 'The rows to work on: one list with its filter, as its query takes it.',
      isOneOf: true,
    }),
    write: object('BulkWriteInput', 'What is done to each object; the role for it is needed.', writes).meta({
      description: 'What is done to each; userErrors of a single object are in the report.',
      isOneOf: true,
    }),
  }),
  errors: [
    'AUTHORIZATION',
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  graphql: 'Mutation.bulkStart',
  run: async (context, { list, write }) => {
    const [[listName, filter] = ['', undefined]] = Object.entries(list).filter(([, value]) => value);
    const [[mutation, given] = ['', undefined]] = Object.entries(write).filter(([, value]) => value);
    const chosen = bulkWrites.find((one) => mutationOf(one) === mutation);
    if (!chosen) return refuse('REQUIRED_PARAMETER_MISSING', 'Required parameter missing: write');
    if (chosen.list !== listName)
      return refuseWith(
        failure('PARAMETER_VALUE_SYNTAX', `${mutation} is for ${chosen.list}, not for ${listName}`, {
          path: ['write'],
        }),
      );
    const input = (given === true ? {} : given) as Readonly<Record<string, unknown>>;
    const wrong = chosen.operation.inPlace && wrongReason(input.reason as string | undefined);
    if (wrong) refuseWith(wrong);
    const to =
      chosen.operation.name === 'domain.transfer'
        ? await registrarByCode(context.db, normaliseRegistrarCode(String(input.registrar ?? '')))
        : undefined;
    if (to?.suspended_at)
      refuse('OBJECT_STATUS_PROHIBITS', 'The registrar that would take them over is suspended');
    return startWork(context, {
      write: chosen,
      input,
      filter: filter as Filter,
      ...(to && { toRegistrarId: to.id }),
    });
  },
});
