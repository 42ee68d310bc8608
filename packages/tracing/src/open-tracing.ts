/** Tracing by OpenTelemetry's SDK: spans go to a collector in batches, by OTLP over HTTP. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { parentIn } from './traced-commands.ts';
import type { SpanFacts, TracedProcess, Tracing } from './tracer.ts';
import type { TracingOptions } from './tracing-settings.ts';

/** A collector that does not answer may not hold up the end of a process for longer. */
const stopMsMax = 2_000;
/** A collector that is away is reported this often. */
const reportEveryMs = 60_000;
const kinds = { server: SpanKind.SERVER, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER };

class SdkTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #ratio: number;
  readonly #active = new AsyncLocalStorage<Span>();

  constructor(tracer: Tracer, ratio: number) {
    this.#tracer = tracer;
    this.#ratio = ratio;
  }

  request(name: string, traceparent: unknown, attributes: Attributes): Span | undefined {
    // A client chooses its trace id, so the id has no say in whether the request is traced.
    if (Math.random() >= this.#ratio) return undefined;
    const parent = traceparent === undefined ? undefined : parentIn(traceparent);
    return this.#start(name, parent, { kind: 'server', attributes });
  }

  start(name: string, parent: SpanContext, facts: SpanFacts = {}): Span {
    return this.#start(name, parent, facts);
  }

  within<Result>(span: Span | undefined, work: () => Result): Result {
    return span ? this.#active.run(span, work) : work();
  }

  current(): Span | undefined {
    return this.#active.getStore();
  }

  #start(name: string, parent: SpanContext | undefined, { kind, ...facts }: SpanFacts): Span {
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.#tracer.startSpan(name, { kind: kind ? kinds[kind] : SpanKind.INTERNAL, ...facts }, context);
  }
}

/** Opens the way to the collector. `stop` sends what is left. */
export function openTracing(
  { url, headers, ratio, sendEveryMs }: TracingOptions,
  { service, part, log }: TracedProcess,
): { tracing: Tracing; stop(): Promise<void> } {
  reportTo(log);
  const exporter = new OTLPTraceExporter({ url, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': part }),
    // What is started is to be recorded: `request` has decided.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  });
  return {
    tracing: new SdkTracing(provider.getTracer('pelican'), ratio),
    async stop() {
      const stopped = provider.shutdown().catch(() => undefined);
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopMsMax).unref())]);
    },
  };
}

/** Spans that cannot be sent are dropped. */
function reportTo(log: TracedProcess['log']): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (reason: string) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    log.warn({ reason }, 'traces could not be sent');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
