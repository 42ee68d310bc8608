/** Traces of requests through the parts, and the field in which they cross the journal. */
export {
  commandsPerEntryMax,
  type TracedCommand,
  tracedIn,
  tracedText,
  traceField,
} from './traced-commands.ts';
export { endFailed, type Span, startTracing, tracing } from './tracing.ts';
export { type TracingOptions, tracingFaults, tracingOptionsOf, tracingSettings } from './tracing-settings.ts';
