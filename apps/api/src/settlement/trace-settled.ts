/** The spans of a settled batch. */
import type { TracedCommand } from '@pelican/tracing/traced-commands.ts';
import { endFailed, tracing } from '@pelican/tracing/tracing.ts';
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
