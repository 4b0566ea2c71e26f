import { AsyncLocalStorage } from 'node:async_hooks';

/** Names and codes only: no paths, parameter values, credentials or personal data. */
export type Facts = Readonly<Record<string, string | number>>;

/** Serving a call, making one, internal work, and taking from a queue. */
export type SpanKind = 'server' | 'client' | 'internal' | 'consumer';

interface Beginning {
  start(name: string, kind: SpanKind, facts: Facts): Span;
}

/** Some work with a start and an end; spans started from it are its children. */
export interface Span extends Beginning {
  readonly traceId: string;
  readonly spanId: string;
  readonly isOpen: boolean;
  setAttributes(facts: Facts): void;
  /** Marks it as failed with the kind of error only, since the message may quote personal data. */
  fail(error: unknown): void;
  end(): void;
}

/** Starts traces, or continues the one of a `traceparent` header. Undefined unless configured. */
export interface Tracer extends Beginning {
  start(name: string, kind: SpanKind, facts: Facts, headers?: Readonly<Record<string, unknown>>): Span;
  /** Sends what is left, if that is possible soon. */
  close(): Promise<void>;
}

// Free until the first span is entered.
const current = new AsyncLocalStorage<Span>();

/**
 * The span of the current work. Connections outlive the request that opened them, so ended spans are ignored.
 */
export function spanHere(): Span | undefined {
  const span = current.getStore();
  return span?.isOpen ? span : undefined;
}

export const enter = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Runs the work in this span, which ends with it; without a span it just runs. */
export function traced<T>(
  span: Span | undefined,
  work: () => Promise<T>,
  factsOf?: (value: T) => Facts,
): Promise<T> {
  return span ? doneAs(span, work, factsOf) : work();
}

async function doneAs<T>(span: Span, work: () => Promise<T>, factsOf?: (value: T) => Facts): Promise<T> {
  try {
    const value = await enter(span, work);
    if (factsOf) span.setAttributes(factsOf(value));
    return value;
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Adds the trace to each log line. */
export function traceOfLine(): { trace_id?: string; span_id?: string } {
  const span = spanHere();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
