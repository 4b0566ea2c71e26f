import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { ours } from './console.ts';
import { expectDone, mutateOf } from './operator.ts';
import { operator, type TestWorld } from './world.ts';

type World = Pick<TestWorld, 'app'> & Pick<TestWorld, 'container'>;

/** A browser: it keeps cookies by path, and says where a form comes from. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #world: World;
  readonly #from: string | undefined;

  /** `from` is the address that it calls from. */
  constructor(world: World, from?: string) {
    this.#world = world;
    this.#from = from;
  }

  async get(url: string) {
    return this.#sent({ url, headers: this.#headers() });
  }

  async post(
    url: string,
    form: Readonly<Record<string, string>> | URLSearchParams,
    headers: Record<string, string> = ours,
  ) {
    return this.#sent({
      method: 'POST',
      url,
      headers: { ...this.#headers(), ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  async #sent(options: InjectOptions) {
    const response = await this.#world.app.inject({
      ...options,
      ...(this.#from !== undefined && { remoteAddress: this.#from }),
    });
    for (const { name, value } of response.cookies)
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    return response;
  }
}

/** The code that an authenticator shows now, or some steps later. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });

export const password = 'operaatori-salasona';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly key: string;
  readonly browser: Browser;
}

/** Waits for the next code if this one is about to end: a test compares codes that it made a moment apart. */
async function withTimeLeft(): Promise<void> {
  const into = Date.now() % 30_000;
  if (into > 26_000) await sleep(30_000 - into);
}

let count = 0;

/** Somebody who was added, has chosen a password, and is signed in at the console. */
export async function newOperator(world: TestWorld, role: string): Promise<Person> {
  await withTimeLeft();
  count += 1;
  const name = `Inimene ${count}`;
  const email = `inimene-${count}@registry.example`;
  const made = await mutateOf(() => world)(
    'operatorCreate',
    { name, email, role },
    'link operator { id }',
    operator,
  );
  expectDone(made);
  const path = new URL(String(made.link)).pathname;
  const browser = new Browser(world);
  const key = keyOn((await browser.get(path)).body);
  const { statusCode, body } = await browser.post(path, { password, code: codeOf(key, -1) });
  if (statusCode !== 303) throw new Error(body);
  return { id: String(made.operator?.id), name, email, key, browser };
}

/** The key of the authenticator, as the page of a link shows it. */
export const keyOn = (page: string): string => /secret=([A-Z2-7]+)/.exec(page)?.[1] ?? '';
