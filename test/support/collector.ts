import { type Receiver, receiver } from './receiver.ts';

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number; readonly message?: string };
  readonly facts: Readonly<Record<string, string | number>>;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'facts'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

const factsOf = (attributes: readonly Attribute[]): CollectedSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Somebody who takes traces as an OpenTelemetry collector does: OTLP over HTTP, in JSON. */
export interface Collector extends Receiver {
  readonly spans: () => readonly CollectedSpan[];
  readonly services: () => readonly (string | number | undefined)[];
}

export async function collector(): Promise<Collector> {
  const one = await receiver('{}');
  const exported = () =>
    one.received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => (JSON.parse(body) as Exported).resourceSpans);
  return Object.assign(one, {
    services: () => exported().map(({ resource }) => factsOf(resource.attributes)['service.name']),
    spans: () =>
      exported()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) })),
  });
}
