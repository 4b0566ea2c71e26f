import type { TestWorld } from './world.ts';

type Headers = Record<string, string>;
type Form = Record<string, string | readonly string[]>;
type Response = Awaited<ReturnType<TestWorld['app']['inject']>>;

/** What a browser says with each form of our own pages. */
export const ours: Headers = { 'sec-fetch-site': 'same-origin' };

/** The console as a browser calls it. */
export interface Console {
  get(path: string, headers?: Headers): Promise<Response>;
  post(path: string, form: Form, headers?: Headers): Promise<Response>;
  /** Signs in, and gives the cookie. */
  signIn(token?: string): Promise<Headers>;
}

export function consoleOf(world: () => TestWorld): Console {
  let signedIn: Promise<Headers> | undefined;
  const post = async (path: string, form: Form, headers?: Headers) =>
    world().app.inject({
      method: 'POST',
      url: `/operator${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(headers ?? { ...ours, ...(await me()) }),
      },
      payload: new URLSearchParams(
        Object.entries(form).flatMap(([name, given]) => [given].flat().map((value) => [name, value])),
      ).toString(),
    });
  const signIn = async (token = 'operator-sandbox'): Promise<Headers> => {
    const { headers } = await post('/sign-in', { token }, ours);
    return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  };
  const me = () => (signedIn ??= signIn());
  return {
    post,
    signIn,
    get: async (path, headers) =>
      world().app.inject({ url: `/operator${path}`, headers: headers ?? (await me()) }),
  };
}
