/** The audit of the ledger, printed. */
import { z } from 'zod';
import { type Audit, audit as examine } from '../audit/audit.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { formatTable } from '../output.ts';

export const audit = defineCommand({
  name: 'audit',
  usage: '[--json]',
  summary: 'Every asset sums to zero, every wallet to its postings; ends with 1 on any difference',
  options: { json: { type: 'boolean' } },
  input: z.object({ json: z.boolean().default(false) }),
  async run(context, { json }) {
    const startedAt = performance.now();
    const result = await examine(context.pool, context.config.shards);
    const isOk = result.differenceCount === 0;
    if (json) context.print(JSON.stringify({ ok: isOk, ...result }));
    else printAudit(context, result, performance.now() - startedAt);
    return isOk ? 0 : 1;
  },
});

function printAudit(context: OpsContext, result: Audit, milliseconds: number): void {
  const { figures, assets, differences, differenceCount, checks, shards } = result;
  const table = formatTable(
    ['asset', ...figures, 'sum'],
    assets.map((asset) => [asset.ticker, ...figures.map((figure) => asset.figures[figure] ?? '0'), asset.sum]),
  );
  for (const line of table) context.print(line);
  context.print('');
  for (const { check, what, expected, found } of differences) {
    context.print(`NOT TRUE: ${check}: ${what}: expected ${expected}, found ${found}`);
  }
  const places = Object.entries(shards).map(([shard, { position, seq }]) => `${shard} ${position} (${seq} commands)`);
  const place = `at ${places.join(', ')} in ${Math.round(milliseconds)} ms`;
  if (differenceCount === 0) context.print(`OK: ${checks} checks, no difference ${place}`);
  else context.print(`FAILED: ${differenceCount} difference${differenceCount === 1 ? '' : 's'} ${place}`);
}
