import SchemaBuilder, { brandWithType } from '@pothos/core';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin, { resolveNodes } from '@pothos/plugin-relay';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import type { GraphQLResolveInfo } from 'graphql';
import { groupBy } from '../../base/grouping.ts';
import { limit } from '../../base/limits.ts';
import type { Context } from './context.ts';
import { type GlobalId, partsOf, rowId } from './loading.ts';
import { isNodeType, isOfCaller, isVisibleNode } from './node-visibility.ts';
import { maxPage, usualPage } from './page-size.ts';
import { refresh } from './refresh.ts';
import { badArgument } from './refusals.ts';
import { type NamedState, nodeThen } from './states.ts';

const maxNodes = limit('ids in one call of nodes', 200, 'Each is looked up.');
const maxMoments = limit('moments of the past in one call of nodes', 10, 'Each has statements of its own.');

/** Loaders return an error for a missing row, which visibility rules must not mistake for an object. */
const found = <T>(node: T): T | null => (node instanceof Error ? null : node);

type Scalars = {
  ID: { Input: string; Output: string | number };
  DateTime: { Input: Date; Output: string };
  Date: { Input: string; Output: string };
  Decimal: { Input: string; Output: string };
  BigInt: { Input: string; Output: string | number };
  DomainName: { Input: string; Output: string };
  CountryCode: { Input: string; Output: string };
  Duration: { Input: string; Output: string };
  Secret: { Input: string; Output: string };
  JSON: { Input: unknown; Output: unknown };
  DateTimeOrDuration: { Input: string; Output: string };
};

/** The one builder of the graph. Root fields run operations, which decide who may do what: no other auth here. */
export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: Scalars;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
  Objects: { Query: object };
}>({
  plugins: [RelayPlugin, DataloaderPlugin, SimpleObjectsPlugin],
  defaultFieldNullability: false,
  relay: {
    decodeGlobalID: partsOf,
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The items of this page, each with its cursor; nodes has the same items without cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The item itself.' },
    cursorFieldOptions: {
      description: 'The position of the item in its list: give it as after or before to continue from here.',
    },
    pageInfoFieldOptions: {
      description: 'Whether the list goes on before or after this page, and the cursors to read on with.',
    },
    nodesOnConnection: { description: 'The items of this page, in the order of the list.' },
    idFieldOptions: {
      description:
        'An opaque id, unique over all types and states: an object as of a moment and an object in a dry run have ids of their own. node(id:) finds the object again, and is null for the id of a dry run.',
    },
    firstArgOptions: {
      description: `How many items from the start of the list, 1 to ${maxPage}; ${usualPage} when neither first nor last is given.`,
    },
    lastArgOptions: {
      description: `How many items from the end of the list, 1 to ${maxPage}; not together with first.`,
    },
    afterArgOptions: { description: 'Only items after this cursor: the endCursor of the page before.' },
    beforeArgOptions: { description: 'Only items before this cursor: the startCursor of the page after.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An item of a list with its cursor.' },
    nodeTypeOptions: {
      description: 'Any object that has a global id and can be found again with node(id:).',
    },
    pageInfoTypeOptions: {
      description: 'Where a page of a list begins and ends, and whether there are others.',
    },
    hasNextPageFieldOptions: { description: 'Whether the list goes on after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list has something before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null on an empty page.' },
    nodeQueryOptions: {
      description:
        'Any object by its global id, as of a moment where the id is of such an object; null when there is none or you may not see it.',
      args: { id: { description: 'The id of any object of the graph, from its field id.' } },
      resolve: async (_, { id }, context, __, resolveNode) => {
        if (!isNodeType(id.typename)) return null;
        const { state } = id as GlobalId;
        if (state) return nodeOfState(id.typename, state, context);
        await refresh(context, id.typename, { ids: [rowId(id.id)] });
        const node = found(await resolveNode(id));
        return (await isVisibleNode(id.typename, node, context)) ? node : null;
      },
    },
    nodesQueryOptions: {
      description:
        'Several objects by their global ids, in the same order; null in the place of each that does not exist or that you may not see.',
      args: {
        ids: { description: `The ids of objects of the graph, of any types mixed; at most ${maxNodes}.` },
      },
      resolve: async (_, { ids }, context, info) => {
        if (ids.length > maxNodes) throw badArgument(`ids must be at most ${maxNodes}`, 2004, 'ids');
        refuseManyMoments(ids);
        const known = ids.map((id) => (isNodeType(id.typename) && !(id as GlobalId).state ? id : null));
        const byType = groupBy(
          known.filter((id) => id !== null),
          ({ typename }) => typename,
        );
        await Promise.all(
          [...byType].map(([typename, those]) =>
            refresh(context, typename, { ids: those.map(({ id }) => rowId(id)) }),
          ),
        );
        const nodes = await nodesOf(known, context, info);
        return Promise.all(
          nodes.map(found).map(async (node, index) => {
            const { typename, state } = ids[index] as GlobalId;
            if (state) return nodeOfState(typename, state, context);
            return (await isVisibleNode(typename, node, context)) ? node : null;
          }),
        );
      },
    },
  },
});

/** A state of the past, as its id names it. */
async function nodeOfState(typename: string, state: NamedState, context: Context): Promise<object | null> {
  if (!isOfCaller(typename, context)) return null;
  const node = await nodeThen(typename, state, context);
  if (!(await isVisibleNode(typename, node, context))) return null;
  brandWithType(node, typename as never);
  return node;
}

/** Objects of one moment share their statements. */
function refuseManyMoments(ids: readonly GlobalId[]): void {
  const moments = new Set(ids.map(({ state }) => state?.asOf?.getTime()));
  if (moments.size > maxMoments)
    throw badArgument(`ids must name at most ${maxMoments} moments of the past`, 2004, 'ids');
}

/** Written by hand: the helper of Pothos loads all ids of the argument, whatever it is given. */
function nodesOf(
  ids: ({ readonly typename: string; readonly id: string } | null)[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown[]> {
  return resolveNodes(builder, context, info, ids);
}

builder.queryType({
  description:
    'All reads. A field that your role or token does not permit is null, with a FORBIDDEN error; the other fields are still answered.',
});
builder.subscriptionType({
  description: 'Live streams, as Server-Sent Events.',
});
builder.mutationType({
  description:
    'All writes. Problems with an input are in userErrors; a field that your role or token does not permit is null, with a FORBIDDEN error.',
});

/** The builder's types of the schema, for helpers that take some of them. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
