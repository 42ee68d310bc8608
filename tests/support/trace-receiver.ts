/** A collector of traces: takes OTLP as JSON over HTTP and keeps every span. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';

export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** Unix nanoseconds. */
  startedAt: bigint;
  endedAt: bigint;
  failed: boolean;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
  attributes?: Attribute[];
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export interface TraceReceiver {
  url: string;
  spans: readonly ReceivedSpan[];
  /** The spans of a trace, once it has one of each of these names. @throws Error when it does not within a minute */
  trace(traceId: string, names: readonly string[]): Promise<ReceivedSpan[]>;
  close(): void;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const changes = new EventEmitter().setMaxListeners(0);
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const isForTraces = request.url === '/v1/traces';
      if (isForTraces) spans.push(...spansIn(JSON.parse(body) as OtlpBody));
      response.writeHead(isForTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      changes.emit('change');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    async trace(traceId, names) {
      const signal = AbortSignal.timeout(60_000);
      for (;;) {
        const own = spans.filter((span) => span.traceId === traceId);
        if (names.every((name) => own.some((span) => span.name === name))) return own;
        try {
          await once(changes, 'change', { signal });
        } catch {
          throw new Error(
            `waited in vain for ${names.join(', ')}; there are ${own.map(({ name }) => name).join(', ')}`,
          );
        }
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        startedAt: BigInt(span.startTimeUnixNano),
        endedAt: BigInt(span.endTimeUnixNano),
        failed: span.status?.code === 2,
        attributes: valuesOf(span.attributes),
      })),
    );
  });
}

function valuesOf(attributes: Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
