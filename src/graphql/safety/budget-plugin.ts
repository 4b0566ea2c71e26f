import type { ExecutionArgs, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { GraphQLError, getOperationAST, getVariableValues, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Verdict } from '../../access/budget.ts';
import type { Context } from '../context.ts';
import { type Cost, costOf, fittingPage, pointsOf, usedWeight } from './cost.ts';
import { badInput } from './faults-plugin.ts';

/** Charges the caller's budget before execution, refunds what was not used, and tells both. */
export function chargeBudget(): Plugin<Context> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const context = args.contextValue as Context;
      const operation = getOperationAST(args.document, args.operationName);
      const cost = costOrRefusal(args, operation);
      if (cost instanceof GraphQLError) {
        setResultAndStopExecution({ errors: [cost] });
        return undefined;
      }
      const { budget } = context.house;
      const verdict = await budget.charge(context.actor, cost.points);
      Object.assign(context.answer.headers, verdict.headers);
      context.rateLimit = rateLimitOf(verdict, cost.points);
      if (!verdict.allowed) {
        await budget.refund(context.actor, cost.points);
        context.house.metrics.throttled();
        setResultAndStopExecution({ errors: [throttled(cost, verdict)] });
        return undefined;
      }
      return {
        onExecuteDone: async ({ result, setResult }) => {
          if (Symbol.asyncIterator in (result as object)) return;
          const { data, extensions, ...rest } = result as ExecutionResult;
          const isMutation =
            operation?.kind === Kind.OPERATION_DEFINITION && operation.operation === 'mutation';
          const used = Math.min(cost.points, pointsOf(usedWeight(data, isMutation)));
          await budget.refund(context.actor, cost.points - used);
          setResult({
            ...rest,
            ...(data !== undefined && { data }),
            extensions: { ...extensions, cost: { requested: cost.points, used } },
          });
        },
      };
    },
  };
}

/** Variables that do not fit their types have no cost: nothing of such a request is executed. */
function costOrRefusal(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  operation: OperationDefinitionNode | null | undefined,
): Cost | GraphQLError {
  const variables = variableValues ?? {};
  const { errors } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  return errors?.[0]
    ? badInput(errors[0])
    : costOf({ schema, document, operationName: operationName ?? undefined, variables });
}

function rateLimitOf({ limit, remaining, resetAt }: Verdict, cost: number): Context['rateLimit'] {
  return limit === undefined || remaining === undefined || !resetAt
    ? null
    : { cost, limit, remaining, resetAt };
}

function throttled(cost: Cost, { message, limit = 0, remaining = 0, headers }: Verdict): GraphQLError {
  const fits = fittingPage(cost, Math.max(1, Math.min(limit, remaining + cost.points)));
  return new GraphQLError(message, {
    extensions: {
      code: 'THROTTLED',
      resultCode: 2502,
      cost: { requested: cost.points, limit },
      costlyFields: cost.costly
        .slice(0, 5)
        .map(({ field, cost: points, pageSize }) => ({ field, cost: points, pageSize })),
      ...(fits !== undefined && { pageSizeThatFits: fits }),
      http: { status: 429, headers: { ...headers } },
    },
  });
}
