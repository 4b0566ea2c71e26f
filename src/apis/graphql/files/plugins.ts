import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { scopeOf } from '../../../base/actor.ts';
import { networkOf } from '../../access/login-throttle.ts';
import type { Context } from '../context.ts';
import { isFirst, type NoList, oneListIn } from './list.ts';
import type { FileRequest } from './request.ts';

/**
 * Executes only the one list of the document if the answer is wanted as a file, page by page for the whole list.
 * Apart from that it is a document like any other, with the same rules for visibility, cost and execution.
 */
export function fileExecutionPlugin(): Plugin<Context> {
  return {
    onParams: ({ params, context }) => {
      const { file } = context as unknown as Context;
      if (file) file.params ??= params;
    },
    onExecute: ({ args, setResultAndStopExecution }) => {
      const { file } = args.contextValue as Context;
      if (!file) return;
      file.list ??= oneListIn(args, file.wantsAll);
      // Fields that are not in the file are not executed.
      if (getOperationAST(args.document, args.operationName)?.operation === 'mutation')
        return setResultAndStopExecution({ errors: [notAFile(file)] });
      if (!file.list || 'problem' in file.list) return;
      const { document, pages } = file.list;
      args.document = document;
      if (pages)
        args.variableValues = {
          ...args.variableValues,
          [pages.variable]: file.after ?? pages.after,
          [isFirst(pages.variable)]: file.after === undefined,
        };
    },
  };
}

/**
 * Takes a reader's place before anything is charged: a reader who is refused because all are taken pays nothing.
 */
export function takeReadersPlace(): Plugin<Context> {
  return {
    onExecute: async ({ args, setResultAndStopExecution }) => {
      const { file, container } = args.contextValue as Context;
      if (!file?.takePlace || !hasPages(file) || file.snapshot) return undefined;
      const place = await file.takePlace();
      if (typeof place === 'string') {
        container.metrics.throttled();
        return setResultAndStopExecution({ errors: [tooManyFiles(place)] });
      }
      file.place = place;
      return {
        onExecuteDone: () => {
          if (!file.snapshot) place.leave();
        },
      };
    },
  };
}

const hasPages = (file: FileRequest | undefined): file is FileRequest =>
  file?.list !== undefined && !('problem' in file.list) && file.list.pages !== undefined;

/**
 * Opens the snapshot that all pages of a file are read from; runs after every plugin that may refuse the first page.
 */
export function readFromOneMoment(): Plugin<Context> {
  return {
    onExecute: ({ args, executeFn, setExecuteFn, setResultAndStopExecution }) => {
      const { file, container, reading, actor, address, abortSignal } = args.contextValue as Context;
      if (!hasPages(file) || file.snapshot) return;
      const { files } = container;
      // Users of one registrar share their files, and so do all anonymous callers of one network.
      const caller = actor.kind === 'anonymous' ? networkOf(address) : scopeOf(actor);
      const close = file.place?.leave ?? files.open(caller);
      if (!close) {
        container.metrics.throttled();
        const why = `At most ${files.limit} whole lists may be sent to one caller at once`;
        return setResultAndStopExecution({ errors: [tooManyFiles(why)] });
      }
      setExecuteFn(async (given: ExecutionArgs) => {
        const signal = abortSignal?.();
        try {
          const snapshot = await reading.from.snapshot();
          const end = () => snapshot.end().finally(close);
          file.snapshot = { ...snapshot, end };
          // A caller that has gone gets no answer, so nothing else would end the snapshot.
          if (signal?.aborted) await end();
          else signal?.addEventListener('abort', () => void end(), { once: true });
        } catch (error) {
          close();
          const originalError = error as Error;
          return { errors: [new GraphQLError(originalError.message, { originalError })] };
        }
        return signal?.aborted ? { errors: [new GraphQLError('The caller has left')] } : executeFn(given);
      });
    },
  };
}

const tooManyFiles = (why: string): GraphQLError =>
  new GraphQLError(why, { extensions: { code: 'THROTTLED', resultCode: 2502, http: { status: 429 } } });

export function notAFile(file: FileRequest | undefined): GraphQLError {
  const { problem = 'a query for one list of rows' } = (file?.list ?? {}) as Partial<NoList>;
  return new GraphQLError(`${file?.format.name} needs ${problem}`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 406 } },
  });
}
