import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { mutateOf } from './operator.ts';
import type { Received, Receiver } from './receiver.ts';
import { alpha, type Loose, type TestWorld } from './world.ts';

export interface Hook {
  readonly id: string;
  readonly secret: string;
}

/** What a test sees of a message. */
export interface Snapshot {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Loose;
}

interface Sent {
  readonly id: string;
  readonly event: string | null;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly at: string;
}

interface ShownHook {
  readonly [field: string]: Loose;
  readonly deliveries: readonly Sent[];
}

/** Webhooks as their owner sets them up and looks at them. */
export function webhooksOf(world: TestWorld, auth = alpha) {
  const mutate = mutateOf(() => world);
  const ask = async (query: string) => {
    const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query }, auth });
    expect(body.errors).toBeUndefined();
    return body.data as Loose;
  };
  return {
    mutate: (field: string, input: object, select: string) =>
      mutate(field, input as Record<string, unknown>, select, auth),
    create: async (url: string, ...events: string[]): Promise<Hook> => {
      const input = { url, events: events.length > 0 ? events : ['DOMAIN_CHANGED'] };
      const made = await mutate('webhookCreate', input, 'webhook { id } secret', auth);
      expect(made.userErrors).toEqual([]);
      return { id: String(made.webhook?.id), secret: String(made.secret) };
    },
    show: async (id: string): Promise<ShownHook> => {
      const { webhooks } = await ask(
        `{ webhooks { nodes { id url events description enabled failingSince
            deliveries(first: 100) { nodes { id event at status attempts error } } } } }`,
      );
      const found = ((webhooks as Loose).nodes as unknown as Loose[]).find(
        (one) => (one.id as unknown) === id,
      );
      if (!found) return undefined as unknown as ShownHook;
      return {
        ...found,
        deliveries: (found.deliveries as unknown as { nodes: unknown }).nodes,
      } as ShownHook;
    },
    remove: (id: string) => mutate('webhookDelete', { id }, 'deletedId', auth),
  };
}

/** A message, once its signature was found right by the library that receivers use. */
export const reported = ({ secret }: Hook, { body, headers }: Received): Snapshot =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Snapshot;

export const allReported = (hook: Hook, { received }: Receiver): Snapshot[] =>
  received.map((one) => reported(hook, one));

export const namesIn = (hook: Hook, there: Receiver): unknown[] =>
  allReported(hook, there).map(({ data }) => data.name);
