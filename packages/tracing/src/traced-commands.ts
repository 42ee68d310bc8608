/**
 * Which commands of a journal entry are traced, beside the entry's bytes: the field `t` of its stream entry, and of that
 * of its events. It is no part of the journal: the core, digests, archives, backups and replays ignore it, and an
 * entry that is put back or derived again lacks it.
 *
 *   t = <index of the command>=<traceparent>, with commas between several
 */
import type { SpanContext } from '@opentelemetry/api';

/** The second field of a stream entry, behind its bytes; absent when nothing of it is traced. */
export const traceField = 't';

const sampledFlag = 1;

/** Commands of one entry, and so the most of them that can be traced. */
export const commandsPerEntryMax = 2_000;
/** Above what `tracedText` writes for a full entry: 2,000 commands of at most 61 bytes. A longer field is not read. */
const fieldBytesMax = 160_000;

/** One traced command, and the span that its next span belongs to. */
export interface TracedCommand {
  readonly index: number;
  readonly parent: SpanContext;
}

const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** A traceparent header of W3C Trace Context, version 00, as the parent of a recorded span; undefined for any other text. */
export function parentIn(traceparent: unknown): SpanContext | undefined {
  const [, traceId, spanId] = (typeof traceparent === 'string' && pattern.exec(traceparent)) || [];
  return traceId && spanId ? { traceId, spanId, traceFlags: sampledFlag, isRemote: true } : undefined;
}

export function tracedText(commands: readonly TracedCommand[]): string {
  return commands.map(({ index, parent }) => `${index}=00-${parent.traceId}-${parent.spanId}-01`).join(',');
}

/**
 * The traced commands of a stream entry with these fields, the first of which is its bytes; undefined when there is none.
 * What cannot be read is left out: a trace must never stop an engine or settlement.
 */
export function tracedIn(fields: readonly Buffer[]): readonly TracedCommand[] | undefined {
  if (fields.length < 4 || fields[2]?.toString('latin1') !== traceField) return undefined;
  const field = fields[3];
  if (!field || field.length > fieldBytesMax) return undefined;
  const parts = field.toString('latin1').split(',', commandsPerEntryMax);
  const commands = parts.flatMap((part): TracedCommand[] => {
    const [index = '', traceparent] = part.split('=');
    const parent = parentIn(traceparent);
    return parent && isIndex(index) ? [{ index: Number(index), parent }] : [];
  });
  return commands.length > 0 ? commands : undefined;
}

function isIndex(text: string): boolean {
  return /^(0|[1-9]\d{0,3})$/.test(text) && Number(text) < commandsPerEntryMax;
}
