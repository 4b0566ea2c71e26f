import { AsyncLocalStorage } from 'node:async_hooks';
import { includesRole, nameOf, type OperatorActor, type OperatorRole } from '../../core/actor.ts';

const present = new AsyncLocalStorage<OperatorActor>();

/** Draws pages for this operator: forms and links that the role is not enough for are left out. */
export const drawnFor = <T>(operator: OperatorActor, draw: () => T): T => present.run(operator, draw);

/** Whether the operator for whom the page is drawn has a role that includes this one. */
export const mayDo = (least: OperatorRole = 'VIEWER'): boolean =>
  includesRole(present.getStore()?.role ?? 'VIEWER', least);

interface Made {
  readonly registrar: unknown;
  readonly createdBy: string;
}

/** Whether the operator may revoke a token, question or board (docs/rules/access.md#operators). */
export function mayRevoke({ registrar, createdBy }: Made): boolean {
  const operator = present.getStore();
  return mayDo(registrar ? 'SUPPORT' : 'ADMIN') || (operator !== undefined && createdBy === nameOf(operator));
}
