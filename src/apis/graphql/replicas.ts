import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Lets a query be read from a replica that has everything written before it arrived; writes read from the primary. */
export function readFromReplica(): Plugin<Context> {
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      if (getOperationAST(args.document, args.operationName)?.operation !== 'query') return;
      const { reading, container, file, answer } = args.contextValue as Context;
      // All pages of a file are read in one snapshot.
      if (file?.snapshot) return;
      setExecuteFn(async (given: ExecutionArgs) => {
        reading.from = (await container.database.replicas?.reader()) ?? container.database;
        answer.staleMs = reading.from.staleMs;
        return executeFn(given);
      });
    },
  };
}
