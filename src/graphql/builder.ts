import SchemaBuilder from '@pothos/core';
import DataloaderPlugin from '@pothos/plugin-dataloader';
import RelayPlugin from '@pothos/plugin-relay';
import SimpleObjectsPlugin from '@pothos/plugin-simple-objects';
import type { Context } from './context.ts';
import { isVisibleNode } from './node-visibility.ts';

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
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      description: 'The items of this page with their cursors.',
    },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    cursorFieldOptions: { description: 'Where the item stands in its list.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and from where to go on.' },
    nodesOnConnection: { description: 'The items of this page.' },
    idFieldOptions: { description: 'Its global id.' },
    firstArgOptions: { description: 'How many from the start, 1 to 100.' },
    lastArgOptions: { description: 'How many from the end, 1 to 100.' },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'An item of a list with its cursor.' },
    nodeTypeOptions: { description: 'Anything with a global id; node(id:) finds it again.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether the list goes on after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list has something before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null on an empty page.' },
    nodeQueryOptions: {
      description: 'Any object by its global id; null when it is not there or not for you.',
      args: { id: { description: 'Its global id.' } },
      resolve: async (_, { id }, context, __, resolveNode) => {
        const node = await resolveNode(id);
        return isVisibleNode(id.typename, node, context.actor) ? node : null;
      },
    },
    nodesQueryOptions: {
      description: 'Several objects by their global ids, in the same order.',
      args: { ids: { description: 'Their global ids.' } },
      resolve: async (_, { ids }, context, __, resolveNodes) =>
        (await resolveNodes(ids)).map((node, index) =>
          isVisibleNode(ids[index]?.typename ?? '', node, context.actor) ? node : null,
        ),
    },
  },
});

builder.queryType({
  description:
    'What can be read. A field that you may not ask for is null beside an error FORBIDDEN, and the others still answer.',
});
builder.subscriptionType({
  description: 'What can be followed live, as Server-Sent Events.',
});
builder.mutationType({
  description:
    'What can be done. What is wrong with an input is told in userErrors; a field that you may not use is null beside an error FORBIDDEN.',
});
