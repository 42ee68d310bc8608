/** The settings of traces, by the names that OpenTelemetry gives them. */
import {
  address,
  type Given,
  oneOf,
  optional,
  ratio,
  requiredText,
  type ValuesOf,
  wholeNumber,
} from '@pelican/shared/settings';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    address(['https:', 'http:'], {
      about:
        'where traces are sent by OTLP over HTTP, /v1/traces is added; production refuses http:// to a public address',
    }),
    'no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    requiredText({
      about: 'headers that are sent with traces, `name=value` with commas between them',
      pattern: /^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$/,
      patternError: 'must be name=value, with commas between several',
      isSecret: true,
    }),
    'none',
  ),
  OTEL_TRACES_SAMPLER: oneOf(samplers, {
    about:
      "which requests are traced: always_on, always_off or traceidratio; with parentbased_ before it the same, because a client's sampled flag is not followed",
    fallback: 'parentbased_always_on',
  }),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    about: 'the share of requests that traceidratio traces, 0.01 for one in a hundred',
    fallback: 1,
  }),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber({
    about: 'spans are sent this often',
    unit: 'ms',
    fallback: 5_000,
    min: 10,
    max: 600_000,
  }),
};

/** How a process traces. */
export interface TracingOptions {
  url: string;
  headers: Record<string, string>;
  /** The share of requests without a decision that are traced, 0 to 1. */
  ratio: number;
  sendEveryMs: number;
}

/** Undefined when nothing is traced. */
export function tracingOptionsOf(values: ValuesOf<typeof tracingSettings>): TracingOptions | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = values;
  if (endpoint === undefined) return undefined;
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.split(',').flatMap((header) => headerOf(header))),
    ratio: ratioOf(values),
    sendEveryMs: values.OTEL_BSP_SCHEDULE_DELAY,
  };
}

/** As the specification encodes them: percent-encoded values. */
function headerOf(header: string): [string, string][] {
  const [name = '', value = ''] = header.split(/=(.*)/s);
  return name.trim() === '' ? [] : [[name.trim(), decoded(value.trim())]];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: ValuesOf<typeof tracingSettings>) {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : share;
}

/** Hosts that are reached without leaving the machine or its private network: of containers the name alone. */
const privateHost = /^(localhost|127\..+|\[::1\]|10\..+|192\.168\..+|172\.(1[6-9]|2\d|3[01])\..+|[^.:]+)$/;

/** A line when spans, which hold user and order ids, would cross the Internet in plain text. */
export function tracingFaults({ NODE_ENV, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '' }: Given): string[] {
  if (NODE_ENV !== 'production' || !URL.canParse(endpoint)) return [];
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'http:' || privateHost.test(hostname)) return [];
  return [
    'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production, unless its host is of a private network',
  ];
}
