import type { ObjectRef } from '@pothos/core';
import { builder, type Types } from './builder.ts';

/** One connection and one edge type for a node type, wherever it is listed: DomainConnection and DomainEdge. */
export const connectionOf = <T>(type: ObjectRef<Types, T>, many: string) =>
  builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A page of ${many}.` },
    { name: `${type.name}Edge`, description: `One of the ${many} on a page, with its cursor.` },
  );
