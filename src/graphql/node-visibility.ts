import type { Actor } from '../core/actor.ts';
import type { Context } from './context.ts';

/**
 * What node(id:) may give to whom; each type registers its own rule. A node that is not for the caller is null,
 * exactly like one that does not exist (design/graphql.md).
 */
type Rule<T> = (node: T, actor: Actor, context: Context) => boolean | Promise<boolean>;

const rules = new Map<string, Rule<never>>();

export function nodeIsVisible<T>(typename: string, rule: Rule<T>): void {
  rules.set(typename, rule);
}

export async function isVisibleNode(typename: string, node: unknown, context: Context): Promise<boolean> {
  if (node === null || node === undefined) return false;
  return (await rules.get(typename)?.(node as never, context.actor, context)) ?? false;
}

/** For the test that every type of node has one. */
export const ruledTypes = (): string[] => [...rules.keys()];
