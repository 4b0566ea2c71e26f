import { AsyncLocalStorage } from 'node:async_hooks';
import { includesRole, nameOf, type OperatorActor, type OperatorRole } from '../../../base/actor.ts';

interface Present {
  readonly operator: OperatorActor;
  /** The paths of the pages that this console has. */
  readonly pages: ReadonlySet<string>;
}

const present = new AsyncLocalStorage<Present>();

/**
 * Draws pages for this operator: leaves out forms and links that need a wider role, and links to pages that do not
 * exist.
 */
export const drawnFor = <T>(operator: OperatorActor, pages: ReadonlySet<string>, draw: () => T): T =>
  present.run({ operator, pages }, draw);

/** Tells whether the console has this page: in front of another registry it has fewer. */
export const isThere = (path: string): boolean => present.getStore()?.pages.has(path) ?? true;

/** Tells whether the operator for whom the page is drawn has a role that includes this one. */
export const mayDo = (least: OperatorRole = 'VIEWER'): boolean =>
  includesRole(present.getStore()?.operator.role ?? 'VIEWER', least);

interface Made {
  readonly registrar: unknown;
  readonly createdBy: string;
}

/** Tells whether the operator may revoke a token, question or board (docs/rules/access.md#operators). */
export function mayRevoke({ registrar, createdBy }: Made): boolean {
  const operator = present.getStore()?.operator;
  return mayDo(registrar ? 'SUPPORT' : 'ADMIN') || (operator !== undefined && createdBy === nameOf(operator));
}
