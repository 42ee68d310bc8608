/**
 * Traces of requests through the parts. Spans are made by hand at the few places that a command passes, because
 * instrumentation of every call would cost an order more than the order itself does. While nothing is traced `tracing` is
 * undefined, and each of these places costs one check of that.
 *
 * The API decides which requests are traced, by its sampler alone. Every later part makes a span for what reaches it with
 * a trace, because only traced commands carry one (traced-commands.ts).
 */
import type { Span } from '@opentelemetry/api';
import type { TracedProcess, Tracing } from './tracer.ts';
import type { TracingOptions } from './tracing-settings.ts';

export type { Span };

/** Undefined while this process traces nothing. */
export let tracing: Tracing | undefined;

/** Begins to trace when options are given. @returns stops, and sends what is left */
export async function startTracing(
  options: TracingOptions | undefined,
  process: TracedProcess,
): Promise<() => Promise<void>> {
  if (!options) return async () => undefined;
  // Only a process that traces pays for loading OpenTelemetry.
  const { openTracing } = await import('./open-tracing.ts');
  const opened = openTracing(options, process);
  tracing = opened.tracing;
  return () => {
    tracing = undefined;
    return opened.stop();
  };
}

/** SpanStatusCode.ERROR. */
const failed = 2;

/** Ends a span of something that failed. */
export function endFailed(span: Span, message: string): void {
  span.setStatus({ code: failed, message });
  span.end();
}
