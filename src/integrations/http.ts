import { request } from 'undici';
import { limit } from '../base/limits.ts';
import { spanHere, traced } from '../base/tracing.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

const largestAnswer = limit('bytes of an answer of another service', 1024 * 1024, 'Their answers are short.');

/** One outgoing call: bounded in time and size, certificates checked, redirects not followed. */
export function call(given: HttpCall): Promise<HttpAnswer> {
  return traced(
    spanHere()?.start(`call ${given.method}`, 'client', {
      'http.request.method': given.method,
      // The path is left out, because it may contain codes and references.
      'server.address': new URL(given.url).hostname,
    }),
    () => exchange(given),
    ({ status }) => ({ 'http.response.status_code': status }),
  );
}

async function exchange({ method, url, headers, body, timeoutMs, signal }: HttpCall): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = await request(url, {
    method,
    headers: { 'user-agent': 'zonegraph', ...headers },
    body: body ?? null,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new Error(`the answer of ${new URL(url).host} is larger than 1 MiB`);
    chunks.push(chunk);
  }
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;
