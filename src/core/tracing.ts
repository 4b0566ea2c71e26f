import { AsyncLocalStorage } from 'node:async_hooks';

/** Names of ours and codes only: no paths, values of parameters, credentials or people's data. */
export type Facts = Readonly<Record<string, string | number>>;

/** Who waits for whom: we are called, we call, we work, we take from a queue. */
export type SpanKind = 'server' | 'client' | 'internal' | 'consumer';

interface Beginning {
  start(name: string, kind: SpanKind, facts: Facts): Span;
}

/** A piece of work with a beginning and an end; what is started from it is a part of it. */
export interface Span extends Beginning {
  readonly traceId: string;
  readonly spanId: string;
  readonly isOpen: boolean;
  setAttributes(facts: Facts): void;
  /** It ended badly: only what kind of error it was is told, since its words may quote people's data. */
  fail(error: unknown): void;
  end(): void;
}

/** Begins traces, or goes on with one whose `traceparent` is among the headers. There is none unless it is asked for. */
export interface Tracer extends Beginning {
  start(name: string, kind: SpanKind, facts: Facts, headers?: Readonly<Record<string, unknown>>): Span;
  /** Sends what is left, if that can be done soon. */
  close(): Promise<void>;
}

// Costs nothing before the first span is entered: until then there is nothing to follow.
const current = new AsyncLocalStorage<Span>();

/** What this work is a part of. Connections outlive the request that opened them: what has ended does not count. */
export function spanHere(): Span | undefined {
  const span = current.getStore();
  return span?.isOpen ? span : undefined;
}

export const enter = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Does the work as this span, which ends with it; without a span it is just done. */
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

/** For each line of the log. */
export function traceOfLine(): { trace_id?: string; span_id?: string } {
  const span = spanHere();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
