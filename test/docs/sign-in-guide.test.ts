import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { agreed, Browser } from '../support/app-sign-in.ts';
import { type Loose, testWorld } from '../support/world.ts';

/** What docs/guides/sign-in-from-a-browser.md tells people to write does what it says. */
const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(textOf('docs/guides/sign-in-from-a-browser.md')) ?? [];

let url: string;
beforeAll(async () => {
  url = await (await testWorld()).listen();
});

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
};

/** A page that runs the code of the guide; `load` is what a browser does when it comes back to it. */
function page() {
  const redirectUri = 'https://page.example/app';
  const visited: string[] = [];
  const [sessionStorage, localStorage] = [storage(), storage()];
  const load = (search = ''): Loose => {
    const location = { search, pathname: '/app', assign: (to: string) => visited.push(to) };
    const history = { replaceState: () => {} };
    const { crypto, fetch, TextEncoder, URLSearchParams, btoa } = globalThis;
    const given = {
      location,
      history,
      sessionStorage,
      localStorage,
      crypto,
      fetch,
      TextEncoder,
      URLSearchParams,
      btoa,
    };
    const make = runInNewContext(`${code.replace('export ', '')}; browserApp`, {
      ...given,
      Date,
      Uint8Array,
      String,
    });
    return make({ registry: url, name: 'A page', scope: 'READ WRITE', redirectUri });
  };
  return { load, visited };
}

describe('the guide to signing in from a browser', () => {
  it('has the code of the app in the sandbox', () => {
    const typed = textOf('src/extensions/kit/browser/app-sign-in.ts');
    const untyped = (text: string, loader: 'js' | 'ts'): string => transformSync(text, { loader }).code;
    expect(untyped(code, 'js')).toBe(untyped(typed, 'ts'));
  });

  it('signs in, asks, and signs out', async () => {
    const { load, visited } = page();
    const before = load();
    expect(await before.finishSignIn()).toBe(false);
    await before.signIn();
    const { pathname, search } = new URL(visited[0] ?? '');
    const back = await agreed(new Browser(url), pathname + search);
    const app = load(`?${back}`);
    expect(await app.finishSignIn()).toBe(true);
    expect((await app.ask('{ viewer { name } }')).data).toEqual({ viewer: { name: 'alpha' } });
    await app.signOut();
    await expect(app.ask('{ viewer { name } }')).rejects.toThrow('Nobody is signed in');
  });

  it('takes no answer of another registry, and none that it has not asked for', async () => {
    for (const [name, value] of [
      ['iss', 'https://evil.example'],
      ['state', 'other'],
    ] as const) {
      const { load, visited } = page();
      await load().signIn();
      const { pathname, search } = new URL(visited[0] ?? '');
      const back = await agreed(new Browser(url), pathname + search);
      back.set(name, value);
      await expect(load(`?${back}`).finishSignIn()).rejects.toThrow('another sign-in');
    }
  });
});
