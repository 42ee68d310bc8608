/** Facts by month: what there is, and taking the oldest month out. */
import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { detachMonth, monthPattern } from '../months/detach-month.ts';
import { listMonths } from '../months/list-months.ts';
import { formatTable } from '../output.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const partitions = defineCommand({
  name: 'partitions',
  usage: '',
  summary: 'The months of orders, trades, postings and candles: rows, size, attached or detached',
  input: z.object({}),
  async run(context) {
    const months = await listMonths(context.pool);
    const table = formatTable(
      ['month', 'rows', 'MB', 'attached'],
      months.map(({ month, rows, bytes, isAttached }) => [month, rows, (bytes / 1e6).toFixed(1), isAttached]),
    );
    for (const line of table) context.print(line);
  },
});

export const detach = defineCommand({
  name: 'detach-month',
  usage: '<YYYY-MM> [--reason TEXT]',
  summary: 'Take the oldest month out of the tables into the schema `detached`; the audit carries its sums on',
  arguments: ['month'],
  options: reasonOption,
  input: z.object({
    month: z.string({ error: '<month> is missing' }).regex(monthPattern, 'must be a month like 2026-07'),
    ...reasonInput,
  }),
  async run(context, { month, reason }) {
    const { pool, config } = context;
    const action = detachMonth({ pool, redis: await context.redis(), shards: config.shards });
    return submit(context, action, {
      payload: { month },
      reason,
      finish(_, _payload, tables) {
        for (const table of tables) context.print(table);
        context.print(`${month} is detached: store these tables and drop them`);
      },
    });
  },
});
