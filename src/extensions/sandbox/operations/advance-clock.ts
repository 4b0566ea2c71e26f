import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseDuration } from '../../../base/calendar.ts';
import { refuse } from '../../../base/errors.ts';
import type { JobEvent } from '../../../base/job-control.ts';
import { text } from '../../../registry/operations/input.ts';
import { defineExternalCommand } from '../../../registry/operations/operation.ts';
import { anyCaller } from './any-caller.ts';

/** Dates beyond this have no four-digit year. */
const endOfTime = new Date('9000-01-01T00:00:00Z');
/** The range of Date, in milliseconds from 1970. */
const lastMoment = 8.64e15;

/**
 * Moves the sandbox's clock forward, by a duration or to an instant, for any caller that is signed in. Changes that
 * fall due on the way happen at their own moments and in their order (docs/rules/product.md#the-clock).
 */
export const advanceClock = defineExternalCommand({
  name: 'sandbox.clock.advance',
  summary: "Moves the sandbox's clock forward and does everything that falls due on the way.",
  permits: anyCaller,
  operators: 'VIEWER',
  scope: 'WRITE',
  input: z
    .object({
      by: text('How far to move the clock, such as P60D or PT36H.', 'Duration').optional(),
      to: z
        .date()
        .meta({
          description: 'The moment to move the clock to, which must be later than now.',
          scalar: 'DateTime',
        })
        .optional(),
    })
    .meta({ isOneOf: true }),
  errors: [
    'COMMAND_USE',
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'COMMAND_FAILED',
  ],
  unforeseeable: true,
  movesClock: true,
  graphql: 'Mutation.clockAdvance',
  prepare: async ({ now, calendar, config }, { by, to }) => {
    if (!config.isTrial) refuse('COMMAND_USE', 'Only the sandbox can move its clock');
    const distance = by === undefined ? undefined : parseDuration(by);
    if (by !== undefined && !distance)
      refuse('PARAMETER_VALUE_SYNTAX', `Not an ISO 8601 duration: ${by}`, { path: ['by'] });
    const target = distance ? (calendar.after(now, distance) ?? new Date(distance.sign * lastMoment)) : to;
    if (!target) refuse('REQUIRED_PARAMETER_MISSING', 'Missing parameter by or to', { path: ['by'] });
    const path = [by === undefined ? 'to' : 'by'];
    if (target < now) refuse('PARAMETER_VALUE_RANGE', 'The clock only moves forward', { path });
    if (target > endOfTime) refuse('PARAMETER_VALUE_RANGE', 'That is too far in the future', { path });
    return { target: target.toISOString(), ...(by !== undefined && { move: { id: randomUUID(), by } }) };
  },
  // A duration counts from the current position of the clock: two concurrent moves move it twice.
  ask: ({ jobs }, { target, move }) => (move ? jobs.advanceBy(move) : jobs.advanceTo(new Date(target))),
  conclude: async ({ now }, _, { target }, events): Promise<{ now: string; events: JobEvent[] }> =>
    events ? { now: now.toISOString(), events } : { now: target, events: [] },
});
