import { expect } from 'vitest';
import type { Loose } from '../../support/world.ts';

/**
 * Speaks as the registrars' portal in use speaks: its prefix, headers, way of writing parameters and bodies
 * (docs/rules/registrar.md#existing-clients). What would show its user a broken page fails the test by itself.
 */
interface Heard {
  readonly status: number;
  readonly type: string;
  readonly code: number;
  readonly message: string;
  readonly data: Loose;
  /** Of a download. */
  readonly bytes: Uint8Array;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Params = Readonly<Record<string, unknown>>;

export interface RegistrarPortal {
  /** Whatever is answered, a refusal too. */
  ask(
    method: Method,
    path: string,
    given?: { readonly params?: Params; readonly body?: unknown; readonly headers?: Record<string, string> },
  ): Promise<Heard>;
  /** `data` of a page that must be shown. */
  get(path: string, params?: Params): Promise<Loose>;
  /** `data` of a form that must be accepted; without a body it sends `null`. */
  send(method: Exclude<Method, 'GET'>, path: string, body?: unknown): Promise<Loose>;
  /** A file with the name that its user saves it under. */
  download(path: string, params?: Params): Promise<{ name: string; type: string; bytes: Uint8Array }>;
}

const downloads = ['application/pdf', 'application/octet-stream'];

export function registrarPortal(
  url: () => string,
  username: string,
  password: string,
  more: Record<string, string> = {},
): RegistrarPortal {
  const token = Buffer.from(`${username}:${password}`)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const ask: RegistrarPortal['ask'] = async (method, path, { params, body = null, headers = {} } = {}) => {
    const query = params ? `?${encode(params)}` : '';
    const response = await fetch(`${url()}/repp/v1${path}${query}`, {
      method,
      headers: {
        authorization: `Basic ${token}`,
        'request-ip': '198.51.100.7',
        requester: 'webclient',
        'user-certificate-cn': username,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...more,
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return heardOf(`${method} ${path}${query}`, response, bytes);
  };
  const accepted = async (method: Method, path: string, given: { params?: Params; body?: unknown }) => {
    const heard = await ask(method, path, given);
    expect([200, 201], `${method} ${path}: ${heard.code} ${heard.message}`).toContain(heard.status);
    return heard;
  };
  return {
    ask,
    get: async (path, params) => (await accepted('GET', path, { ...(params && { params }) })).data,
    send: async (method, path, body) => {
      const { code, message, data } = await accepted(method, path, { body });
      expect(code, `${method} ${path}: ${message}`).toBe(1000);
      return data;
    },
    download: async (path, params) => {
      const { type, message, bytes } = await accepted('GET', path, { ...(params && { params }) });
      expect(downloads, path).toContain(type);
      return { name: /filename="([^"]+)"/.exec(message)?.[1] ?? '', type, bytes };
    },
  };
}

function heardOf(request: string, response: Response, bytes: Uint8Array): Heard {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  expect(status, request).toBeLessThan(500);
  if (downloads.includes(type)) {
    // Of a download it takes the header with the file's name for the message.
    const message = headers.get('content-disposition') ?? '';
    return { status, type, code: 1000, message, data: {}, bytes };
  }
  expect(type, request).toMatch(/application\/json/);
  const body = JSON.parse(Buffer.from(bytes).toString()) as Loose;
  expect(body, request).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/\S/) });
  expect(typeof body.data, request).toBe('object');
  const { code, message, data } = body as unknown as { code: number; message: string; data: Loose };
  // What it says to its user is decided by both; they must not disagree.
  expect(status < 300, `${request}: ${status} ${code}`).toBe(code < 2000);
  return { status, type, code, message, data, bytes };
}

/** As its HTTP library writes them: sorted, brackets escaped, `+` for spaces, a bare name for what is not given. */
function encode(params: Params): string {
  return Object.keys(params)
    .sort()
    .flatMap((name) => encoded(name, params[name]))
    .join('&');
}

function encoded(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => encoded(`${name}[]`, item));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => encoded(`${name}[${key}]`, inner));
  const written = (text: unknown) => encodeURIComponent(String(text)).replaceAll('%20', '+');
  return [value === null || value === undefined ? written(name) : `${written(name)}=${written(value)}`];
}

/** As Rails leaves out what a form left blank. */
export const filledIn = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(payload).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '',
    ),
  );

export const list = (value: Loose | undefined): readonly Loose[] => value as unknown as readonly Loose[];
export const names = (value: Loose | undefined, key = 'name'): string[] =>
  list(value).map((item) => String(item[key]));
