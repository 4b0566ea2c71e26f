import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import { oneListIn } from './list.ts';

/**
 * Of a document whose answer is wanted as a file, executes only what stands in the file: its one list, page by page
 * where all of it is wanted. From here on it is a document like any other: who may see what, what it costs and how it
 * is run is decided where it always is.
 */
export function takeOneList(): Plugin<Context> {
  return {
    onParams: ({ params, context }) => {
      const { file } = context as unknown as Context;
      if (file) file.params ??= params;
    },
    onExecute: ({ args }) => {
      const { file } = args.contextValue as Context;
      if (!file) return;
      file.list ??= oneListIn(args, file.wantsAll);
      if (!file.list || 'problem' in file.list) return;
      const { document, pages } = file.list;
      args.document = document;
      if (pages)
        args.variableValues = { ...args.variableValues, [pages.variable]: file.after ?? pages.after };
    },
  };
}

/** Opens what all pages of a file are read from; comes after whatever may refuse the first of them. */
export function readFromOneMoment(): Plugin<Context> {
  return {
    onExecute: ({ args, executeFn, setExecuteFn, setResultAndStopExecution }) => {
      const { file, house, actor } = args.contextValue as Context;
      if (!file?.list || 'problem' in file.list || !file.list.pages || file.snapshot) return;
      const close = house.files.open(actor);
      if (!close) {
        house.metrics.throttled();
        return setResultAndStopExecution({ errors: [tooManyFiles(house.files.limit)] });
      }
      setExecuteFn(async (given: ExecutionArgs) => {
        try {
          const snapshot = await house.database.snapshot();
          file.snapshot = { ...snapshot, end: () => snapshot.end().finally(close) };
        } catch (error) {
          close();
          const originalError = error as Error;
          return { errors: [new GraphQLError(originalError.message, { originalError })] };
        }
        return executeFn(given);
      });
    },
  };
}

const tooManyFiles = (limit: number): GraphQLError =>
  new GraphQLError(`At most ${limit} whole lists may be sent to one caller at once`, {
    extensions: { code: 'THROTTLED', resultCode: 2502, http: { status: 429 } },
  });
