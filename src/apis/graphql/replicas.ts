import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Lets a query be read from a server that has all that was written before it came; what writes reads where it writes. */
export function readFromReplica(): Plugin<Context> {
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      if (getOperationAST(args.document, args.operationName)?.operation !== 'query') return;
      const { reading, container, file, answer } = args.contextValue as Context;
      // All pages of a file are read from one moment.
      if (file?.snapshot) return;
      setExecuteFn(async (given: ExecutionArgs) => {
        reading.from = (await container.database.replicas?.reader()) ?? container.database;
        answer.staleMs = reading.from.staleMs;
        return executeFn(given);
      });
    },
  };
}
