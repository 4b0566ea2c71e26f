import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Answer, type Loose, portal, type TestWorld } from './world.ts';

export const root = '/api/v1/business_registry';
export const malformed = {
  error: 'Invalid parameter: domain_names must be a non-empty array of valid domain names',
};
export const code = expect.stringMatching(/^[0-9a-f]{32}$/);
export const userUniqueId = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]$/);
export const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/);

/** A reserved domain entry as it came over the wire. */
export interface Entry {
  readonly name: string;
  readonly status: string;
  readonly password: string;
  readonly expire_at: string;
}

/** The portal's calls, with its own token unless another is given. */
export function portalOf(world: TestWorld) {
  const request = (options: InjectOptions & { auth?: string | null }): Promise<Answer> =>
    world.request({ auth: portal, ...options });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    request({ url: root + path, headers });
  const post = (path: string, payload: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    request({ method: 'POST', url: root + path, payload: payload as object, headers });
  const reserve = (...names: readonly unknown[]): Promise<Answer> =>
    post('/reserve_domains', { domain_names: names });
  const statusOf = (id: unknown): Promise<Answer> => get(`/reserve_domains/${id}`);
  return {
    request,
    get,
    post,
    reserve,
    statusOf,
    suggest: async (name: string): Promise<Loose> =>
      (await get(`/domain_names/${encodeURIComponent(name)}`)).body,
    /** Reserves one name that is free and tells its code and the id it is kept under. */
    reserved: async (name: string): Promise<{ id: string; password: string; expiresAt: string }> => {
      const { status, body } = await reserve(name);
      expect(status).toBe(201);
      const { user_unique_id, reserved_domains } = body as unknown as {
        user_unique_id: string;
        reserved_domains: [Entry];
      };
      const [entry] = reserved_domains;
      return { id: user_unique_id, password: entry.password, expiresAt: entry.expire_at };
    },
    entries: async (id: string): Promise<Entry[]> => (await statusOf(id)).body as unknown as Entry[],
  };
}

/** Moves the world's clock on by some milliseconds. */
export function wait(world: TestWorld, milliseconds: number): void {
  world.clock.moveTo(new Date(world.clock.now().getTime() + milliseconds));
}

export const day = 24 * 60 * 60 * 1000;
