import SchemaBuilder from '@pothos/core';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin, { resolveNodes } from '@pothos/plugin-relay';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import type { GraphQLResolveInfo } from 'graphql';
import { groupBy } from '../../core/grouping.ts';
import type { Context } from './context.ts';
import { partsOf, rowId } from './loading.ts';
import { isNodeType, isVisibleNode } from './node-visibility.ts';
import { refreshFromUpstream } from './refresh-from-upstream.ts';
import { badArgument } from './refusals.ts';

const maxNodes = 200;

/** Loaders return an error for a missing row, which visibility rules must not mistake for an object. */
const found = <T>(node: T): T | null => (node instanceof Error ? null : node);

type Scalars = {
  ID: { Input: string; Output: string | number };
  DateTime: { Input: Date; Output: string };
  Date: { Input: string; Output: string };
  Decimal: { Input: string; Output: string };
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
    idFieldOptions: { description: 'An opaque id, unique over all types; node(id:) finds the object again.' },
    firstArgOptions: {
      description:
        'How many items from the start of the list, 1 to 100; give either first or last, unless you only count.',
    },
    lastArgOptions: {
      description:
        'How many items from the end of the list, 1 to 100; give either first or last, unless you only count.',
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
      description: 'Any object by its global id; null when there is none or you may not see it.',
      args: { id: { description: 'The id of any object of the graph, from its field id.' } },
      resolve: async (_, { id }, context, __, resolveNode) => {
        if (!isNodeType(id.typename)) return null;
        await refreshFromUpstream(context, id.typename, { ids: [rowId(id.id)] });
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
        const known = ids.map((id) => (isNodeType(id.typename) ? id : null));
        const byType = groupBy(
          known.filter((id) => id !== null),
          ({ typename }) => typename,
        );
        await Promise.all(
          [...byType].map(([typename, those]) =>
            refreshFromUpstream(context, typename, { ids: those.map(({ id }) => rowId(id)) }),
          ),
        );
        const nodes = await nodesOf(known, context, info);
        return Promise.all(
          nodes
            .map(found)
            .map(async (node, index) =>
              (await isVisibleNode(ids[index]?.typename ?? '', node, context)) ? node : null,
            ),
        );
      },
    },
  },
});

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
