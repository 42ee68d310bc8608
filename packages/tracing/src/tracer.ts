/** What a process that traces does with spans: see tracing.ts. */
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';

export interface SpanFacts {
  kind?: 'server' | 'producer' | 'consumer';
  attributes?: Attributes;
  /** Unix milliseconds, for what has begun already. */
  startTime?: number;
}

/** What a process that traces does with spans. */
export interface Tracing {
  /**
   * The first span of a request, when it is to be traced, which chance decides. The trace id of a caller that sent one is
   * taken over; whether it is traced is not its choice, so neither its sampled flag nor the id decides.
   */
  request(name: string, traceparent: unknown, attributes: Attributes): Span | undefined;
  /** A span below another, of this process or of an earlier part. */
  start(name: string, parent: SpanContext, facts?: SpanFacts): Span;
  /** Runs `work`; what it starts finds the span with `current`. */
  within<Result>(span: Span | undefined, work: () => Result): Result;
  /** The span that the running work belongs to. */
  current(): Span | undefined;
}

/** The process that the spans belong to. */
export interface TracedProcess {
  /** The kind of the part, the same for all of its processes: 'pelican-api'. */
  service: string;
  part: string;
  log: { warn(details: object, text: string): void };
}
