import { z } from 'zod';
import { detailsIn } from '../../apis/rest/registrar/envelope.ts';
import { type ErrorCode, errorCatalogue } from '../../base/error-catalogue.ts';
import { type Failure, failure } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { storableText, visible } from '../../base/text.ts';
import { outcomeInvalid } from '../../registry/operations/runner/outcomes.ts';
import { retryAfterIn } from './throttle.ts';
import { UpstreamError } from './upstream-error.ts';

/** An answer of the registry: its data, or a failure. */
export type Envelope =
  | {
      readonly ok: true;
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
      /** The details that another Zonegraph adds (rest/registrar/details.ts). */
      readonly details?: unknown;
      /** The outcome of a dry run at another Zonegraph. */
      readonly outcome?: string;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** The code comes from the registry itself; otherwise the answer may be a proxy's. */
      readonly isFromRegistry: boolean;
      /** The registry has failed: nothing is wrong with the request. */
      readonly isFault: boolean;
    };

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** `{code, message, data}`; an error of the web framework may have only a text. */
const shape = z.object({
  code: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .nullish()
    .catch(undefined),
  message: z.string().nullish().catch(undefined),
  error: z.string().nullish().catch(undefined),
  data: z.unknown().optional(),
  details: z.unknown().optional(),
});

/** The result code for an HTTP status, if the answer has none. */
const codesOfStatuses: Readonly<Record<number, number>> = {
  400: 2001,
  401: 2202,
  403: 2201,
  404: 2303,
  405: 2101,
  406: 2001,
  410: 2303,
  413: 2001,
  415: 2001,
  422: 2304,
  429: 2502,
};

const throttled = 2502;
const failedCodes = [2400, 2500];
const wrongCredentials = 2202;

export function envelopeOf({ status, headers, text }: Raw): Envelope | UpstreamError {
  const reported = shape.safeParse(jsonOf(text)).data;
  const code = reported?.code ?? (status >= 400 ? codesOfStatuses[status] : undefined);
  const message = readable(reported?.message ?? reported?.error ?? undefined);
  const waitSeconds = retryAfterIn(headers);
  if (status === 429 || code === throttled)
    return new UpstreamError('throttled', `status ${status}`, waitSeconds ? { waitSeconds } : {});
  if (status === 401 && code === wrongCredentials)
    return new UpstreamError('credentials', message ?? 'status 401');
  if (!reported || code === undefined)
    return new UpstreamError(
      status >= 500 ? 'away' : 'unreadable',
      ['content-type', 'content-encoding', 'location']
        .flatMap((name) => headers[name] ?? [])
        .reduce((reported, header) => `${reported}, ${header}`, `status ${status}`),
    );
  if (status >= 500 && (reported.code === undefined || reported.code === null || status === 503))
    return new UpstreamError('away', `status ${status}`, waitSeconds ? { waitSeconds } : {});
  if (status < 300 && code < 2000)
    return {
      ok: true,
      code,
      message: message ?? '',
      data: reported.data ?? {},
      details: reported.details,
      ...(headers.outcome && { outcome: String(headers.outcome) }),
    };
  const details = detailsIn(reported.data);
  return {
    ok: false,
    failure:
      status === 412 && code === errorCatalogue.OUTCOME_CHANGED.resultCode
        ? outcomeChanged(reported.data, message)
        : { ...failureOf(code, message, status), ...(details && { details }) },
    isFromRegistry: typeof reported.code === 'number',
    isFault: status >= 500 && failedCodes.includes(code),
  };
}

/** Another Zonegraph names what has changed, in the words of the graph. */
function outcomeChanged(data: unknown, message: string | undefined): Failure {
  const { changed } = z
    .object({ changed: z.array(z.string()) })
    .catch({ changed: [] })
    .parse(data);
  return failure('OUTCOME_CHANGED', message, { details: { changed } });
}

const longestMessage = limit(
  'characters of a message of the registry behind a facade that are passed on',
  1_000,
  'A longer one is no message for people.',
);

/**
 * Returns what the registry says to callers, of a length that people read and without what hides or reverses it.
 */
function readable(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const short = text.length > longestMessage ? `${text.slice(0, longestMessage).toWellFormed()}...` : text;
  return visible(short.replaceAll(/\s+/g, ' '));
}

/** Keeps the registry's own message, under our code for its number. */
export function failureOf(resultCode: number, reported: string | undefined, status = 400): Failure {
  const message = readable(reported);
  // It shares its code with every value that is written wrong.
  const { OUTCOME_INVALID: noOutcome } = errorCatalogue;
  if (resultCode === noOutcome.resultCode && message === noOutcome.message) return outcomeInvalid();
  const known = (Object.keys(errorCatalogue) as ErrorCode[]).find(
    (code) => errorCatalogue[code].resultCode === resultCode,
  );
  // A refusal with a code that we do not know is still a refusal, and not an outage.
  const usual = failure(known ?? (status < 500 ? 'DATA_MANAGEMENT_POLICY' : 'COMMAND_FAILED'), message);
  // Only the status shows which of two objects is missing, and whose secret is wrong.
  if (status === 400 && resultCode === 2303) return { ...usual, reason: 'named-object' };
  if (resultCode === wrongCredentials) return { ...usual, reason: 'wrong-object-code' };
  return known ? usual : { ...usual, resultCode, retryable: false };
}

const unkept = /\\u(?:0000|d[89a-f])/i;

const inKeptText = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;

function jsonOf(text: string): unknown {
  try {
    // Some servers begin with a byte order mark. Text that no database can store occurs only as an escape sequence.
    return JSON.parse(text.replace(/^\uFEFF/, ''), unkept.test(text) ? inKeptText : undefined);
  } catch {
    return undefined;
  }
}
