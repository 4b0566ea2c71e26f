import type { Context, Span as OtelSpan, SpanStatusCode } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { classOf } from '../base/log.ts';
import type { Facts, Span, SpanKind, Tracer } from '../base/tracing.ts';
import { withTimeout } from '../base/with-timeout.ts';

export interface TracerOptions {
  /** The URL at which an OpenTelemetry collector accepts traces over HTTP. */
  readonly url: string;
  /** The headers that the collector wants with traces, such as a credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly service: string;
  /** The share of traces that is sampled, from 0 to 1; for continued traces the caller has decided. */
  readonly share: number;
  /** Called when the collector stops accepting traces, and when it accepts them again. */
  readonly onChange: (isTaken: boolean) => void;
}

const exportTimeoutMs = 5_000;
const lastWordsMs = 2_000;

/**
 * Sends traces in batches, with a few seconds' delay; those that pile up while the collector is unavailable are
 * dropped.
 */
export async function openTracer({
  url,
  headers = {},
  service,
  share,
  onChange,
}: TracerOptions): Promise<Tracer> {
  // Imported here, so that nothing of it is loaded without tracing.
  const [api, sdk, { OTLPTraceExporter }, { W3CTraceContextPropagator }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
    consumer: api.SpanKind.CONSUMER,
  };
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: exportTimeoutMs });
  const provider = new sdk.TracerProvider({
    resource: resources
      .detectResources({ detectors: [resources.envDetector] })
      .merge(resources.resourceFromAttributes({ 'service.name': service })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: watched(exporter, onChange) })],
  });
  const tracer = provider.getTracer('zonegraph');
  const headersOf = new W3CTraceContextPropagator();
  const start = (name: string, kind: SpanKind, attributes: Facts, parent: Context): Span => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return new StartedSpan(span, (name, kind, facts) =>
      start(name, kind, facts, api.trace.setSpan(api.ROOT_CONTEXT, span)),
    );
  };
  return {
    start: (name, kind, facts, headers = {}) =>
      start(name, kind, facts, headersOf.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter)),
    close: async () => {
      await withTimeout(provider.shutdown(), lastWordsMs);
    },
  };
}

class StartedSpan implements Span {
  readonly start: Span['start'];
  readonly #span: OtelSpan;
  // This is not `isRecording`: a span that is not sampled is open as well, and its children are not sampled either.
  #isOpen = true;

  constructor(span: OtelSpan, start: Span['start']) {
    this.#span = span;
    this.start = start;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  setAttributes(facts: Facts): void {
    this.#span.setAttributes(facts);
  }

  fail(error: unknown): void {
    const isError: SpanStatusCode.ERROR = 2;
    this.#span.setStatus({ code: isError }).setAttribute('error.type', typeOf(error));
  }

  end(): void {
    this.#isOpen = false;
    this.#span.end();
  }
}

function typeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  if (typeof code === 'number' || (error instanceof Error && typeof code === 'string')) return String(code);
  return error instanceof Error ? classOf(error) : typeof error;
}

/** Reports once when export fails, and once when it works again. */
function watched(exporter: SpanExporter, onChange: (isTaken: boolean) => void): SpanExporter {
  let isTaken = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (isTaken !== (result.code === 0)) {
          isTaken = !isTaken;
          onChange(isTaken);
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
