import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { person } from '../support/contacts.ts';
import { alpha } from '../support/world.ts';
import { newDatabase, startServer } from './server.ts';

const slow = { timeout: 120_000 };

describe.runIf(inject('testDatabase').kind === 'embedded')(
  'an embedded database that stops by itself',
  () => {
    it('ends the process with a clear word, and what was acknowledged is there again', slow, async () => {
      const own = await newDatabase();
      const preload = fileURLToPath(new URL('./children/end-engine.cjs', import.meta.url));
      const dying = startServer({ ...own.env, NODE_OPTIONS: `--require=${preload}` });
      try {
        const at = await dying.url;
        const body = JSON.stringify({ contact: { ...person, id: 'kept' } });
        const headers = { authorization: alpha, 'content-type': 'application/json' };
        expect((await fetch(`${at}/registry/v1/contacts`, { method: 'POST', headers, body })).status).toBe(
          200,
        );
        dying.kill('SIGUSR2');
        const { code, output } = await dying.ended;
        expect(code).toBe(1);
        expect(output).toContain('the embedded database is closed');
        expect(output).toContain('Nothing that was acknowledged is lost');
        expect(output).not.toMatch(/\n\s+at /);
        const next = startServer(own.env);
        const kept = await fetch(`${await next.url}/registry/v1/contacts/ALPHA:KEPT`, { headers });
        expect(await kept.json()).toMatchObject({ code: 1000 });
        next.kill('SIGTERM');
        await next.ended;
      } finally {
        dying.kill('SIGKILL');
        await dying.ended;
        await own.remove();
      }
    });
  },
);
