import { z } from 'zod';
import { failure, Problems, refuse } from '../../../../base/errors.ts';
import { text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { namedRegistrar } from '../../../../registry/operations/operator/named-registrar.ts';
import { wrongReason } from '../../../../registry/rules/registrar/reason.ts';
import { writeCalled } from './bulk-writes.ts';
import { startWork } from './start-work.ts';

/**
 * Moves all domains of a registrar to another one, for an operator: keeps the work with a row for each domain, which
 * the job `bulk` transfers one by one without codes, with contacts, messages and mails of a transfer
 * (docs/rules/access.md#bulk-work).
 */
export const movePortfolio = defineCommand({
  name: 'registrar.move-portfolio',
  summary: 'Moves all domains of a registrar to another one, in the background.',
  permits: ['operator'],
  operators: 'ADMIN',
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    registrar: text('The code of the registrar whose domains move, such as ALPHA.'),
    toRegistrar: text('The code of the registrar that takes them over, such as BETA.'),
    reason: text('The reason, in at most 500 characters: both registrars read it, and history keeps it.'),
  }),
  errors: [
    'AUTHORIZATION',
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  conflicts: {
    bulk_works_portfolio: failure(
      'OBJECT_STATUS_PROHIBITS',
      'The portfolio of this registrar is moving already',
    ),
  },
  graphql: 'Mutation.registrarPortfolioMove',
  run: async (context, { registrar, toRegistrar, reason }) => {
    const problems = new Problems();
    const from = await problems.attempt(() => namedRegistrar(context.db, registrar));
    const to = await problems.attempt(() => namedRegistrar(context.db, toRegistrar, 'toRegistrar'));
    problems.direct(wrongReason(reason)).refuseIfAny();
    const write = writeCalled('domain.transfer');
    if (!from || !to || !write) throw new Error('a missing registrar went unnoticed');
    if (from.id === to.id) refuse('OBJECT_STATUS_PROHIBITS', 'The domains are with this registrar already');
    if (to.suspended_at)
      refuse('OBJECT_STATUS_PROHIBITS', 'The registrar that would take them over is suspended');
    return startWork(context, {
      write,
      input: { registrar: to.code, reason },
      filter: { and: [{ field: 'registrar', is: 'eq', value: from.code }] },
      registrarId: from.id,
      toRegistrarId: to.id,
    });
  },
});
