import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../base/actor.ts';
import { failure, refuseWith } from '../../base/errors.ts';
import { itemsIn } from '../../base/items.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Operation } from '../../registry/operations/operation.ts';
import { type Budget, pointsOfInput, type Verdict } from '../access/budget.ts';

interface PayingParts {
  readonly budget: Budget;
  readonly metrics: Metrics;
}

/** Charges the caller's rate limit; refuses with RATE_LIMITED if it is used up. */
async function charge(
  actor: Actor,
  points: number,
  reply: FastifyReply,
  { budget, metrics }: PayingParts,
  options: Parameters<Budget['charge']>[2],
): Promise<Verdict> {
  const verdict = await budget.charge(actor, points, options);
  reply.headers(verdict.headers);
  if (verdict.allowed) return verdict;
  metrics.throttled();
  return refuseWith(failure('RATE_LIMITED', verdict.message));
}

/** The points of a write, as in the graph: for lists in its input, and for a password that is hashed. */
export function priceOf<I>(operation: Operation<I, unknown>, input: I, dryRun: boolean): number {
  const hashes = !dryRun && operation.passwordToHash?.(input) ? 1 : 0;
  return pointsOfInput(operation.itemsPaidFor?.(input) ?? itemsIn(input), hashes);
}

/** The charge for each request that is not yet answered. */
const paid = new WeakMap<FastifyRequest, Verdict>();
/** Writes whose point is only counted in this process so far, because their whole price is not known yet. */
const counted = new WeakSet<FastifyRequest>();

/** Charges the point that every request costs. */
export async function chargeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PayingParts,
  { address, isWrite }: { readonly address: string | undefined; readonly isWrite: boolean },
): Promise<void> {
  paid.set(request, await charge(request.actor, 1, reply, parts, { address }));
  if (isWrite) counted.add(request);
}

/**
 * Charges a write in the database before it runs: its point, which was only counted until then, together with the
 * price of its input. Further writes of the same request are charged separately.
 */
export async function chargeWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PayingParts,
  price: number,
): Promise<void> {
  const first = counted.delete(request) ? paid.get(request) : undefined;
  const points = first ? price + 1 : price;
  if (points === 0) return;
  if (first) await parts.budget.refund(1, first);
  const verdict = await charge(request.actor, points, reply, parts, { isWrite: true });
  if (first) paid.set(request, verdict);
}

/** Refunds the point of a call that is answered with 404 (docs/rules/registrar.md#rate-limit). */
export async function refundPoint(
  request: FastifyRequest,
  reply: FastifyReply,
  { budget }: PayingParts,
): Promise<void> {
  const verdict = paid.get(request);
  if (verdict?.remaining === undefined) return;
  await budget.refund(1, verdict);
  reply.header('ratelimit-remaining', String(verdict.remaining + 1));
}
