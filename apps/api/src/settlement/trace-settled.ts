/** The spans of a settled batch. */
import { endFailed, type TracedCommand, tracing } from '@pelican/tracing';
import type { RenderedBatch } from './batch.ts';

/** A span for each traced command of the batch, from here to the commit. */
export async function traceSettled(
  traced: readonly TracedCommand[],
  { to, commands }: Pick<RenderedBatch, 'to' | 'commands'>,
  writing: Promise<void>,
): Promise<void> {
  const attributes = { 'pelican.settled_position': to.position, 'pelican.batch_commands': commands };
  const spans = traced.flatMap(
    ({ parent }) => tracing?.start('settlement transaction', parent, { kind: 'consumer', attributes }) ?? [],
  );
  try {
    await writing;
    for (const span of spans) span.end();
  } catch (error) {
    for (const span of spans) endFailed(span, String(error));
    throw error;
  }
}
