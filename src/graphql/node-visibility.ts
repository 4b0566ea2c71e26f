import type { Actor } from '../core/actor.ts';

/**
 * What node(id:) may give to whom; each type registers its own rule. A node that is not for the caller is null,
 * exactly like one that does not exist (design/graphql.md).
 */
type Rule = (node: never, actor: Actor) => boolean;

const rules = new Map<string, Rule>();

export function nodeIsVisible<T>(typename: string, rule: (node: T, actor: Actor) => boolean): void {
  rules.set(typename, rule as Rule);
}

export function isVisibleNode(typename: string, node: unknown, actor: Actor): boolean {
  if (node === null || node === undefined) return false;
  return rules.get(typename)?.(node as never, actor) ?? false;
}
