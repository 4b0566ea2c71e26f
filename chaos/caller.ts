import { SignJWT } from 'jose';

export const basic = (name: string, password = `${name}-sandbox`): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const authorizations = { alpha: basic('alpha'), beta: basic('beta'), operator: 'Bearer operator-sandbox' };

/** Somebody whom every world knows, or whoever has these credentials. */
export type Who = keyof typeof authorizations | { readonly authorization: string };

/** The registry as a client of its billing API. */
export async function billingClient(): Promise<Who> {
  const token = new SignJWT({ initiator: 'registry' }).setProtectedHeader({ alg: 'HS256' });
  return { authorization: `Bearer ${await token.sign(new TextEncoder().encode('billing-sandbox'))}` };
}

export interface Answer {
  readonly status: number;
  /** The registry's result code. */
  readonly code: number;
  readonly data: Loose;
}

/** JSON of any shape. */
export interface Loose {
  readonly [name: string]: Loose;
}

/** Whoever calls a server over HTTP. An answer that never came is undefined: it may or may not have been done. */
export class Caller {
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  async rest(
    who: Who,
    request: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer | undefined> {
    const [method = 'GET', path = '/'] = request.split(' ');
    const response = await this.send(who, `/registry/v1${path}`, method, body, headers);
    if (!response) return undefined;
    const { code, data } = response.json;
    return { status: response.status, code: Number(code), data: data ?? {} };
  }

  async graph(who: Who, query: string, variables: object = {}): Promise<Loose | undefined> {
    const response = await this.send(who, '/graphql', 'POST', { query, variables });
    return response?.json.data;
  }

  /** Undefined where no answer came, or one that nobody can read. */
  async send(
    who: Who,
    path: string,
    method: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; json: Loose; headers: Headers } | undefined> {
    try {
      const response = await fetch(`${this.#url()}${path}`, {
        method,
        headers: {
          authorization: typeof who === 'string' ? authorizations[who] : who.authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const { status, headers: told } = response;
      return { status, json: (await response.json()) as Loose, headers: told };
    } catch {
      return undefined;
    }
  }
}

export const registration = (name: string, registrant: string, transferCode?: string) => ({
  domain: {
    name,
    registrant,
    period: 1,
    period_unit: 'y',
    ...(transferCode && { transfer_code: transferCode }),
    admin_contacts: [registrant],
  },
});

export const person = {
  name: 'Jaan Tamm',
  email: 'jaan@example.com',
  phone: '+372.5555555',
  ident: { ident: '39708290069', ident_type: 'priv', ident_country_code: 'EE' },
};
