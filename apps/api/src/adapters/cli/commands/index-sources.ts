/** Where the index of a perpetual comes from, and the demo's word to its simulator. */
import { stripZeros } from '@pelican/shared/money/decimal.ts';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../../../platform/database/index.ts';
import { defaultHoldSeconds, setIndex, sourceConfigs, sourceKinds } from '../../../ticker/index.ts';
import { recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import { findInstrument } from '../instruments.ts';
import { checkListing, pairInput, readAssignments } from '../listing-input.ts';
import { OpsError, UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

const pairOption = pairInput.optional();

export const indexSources = defineCommand({
  name: 'index-sources',
  usage: '[pair]',
  summary: 'List the sources of index prices',
  arguments: ['pair'],
  input: z.object({ pair: pairOption }),
  async run(context, { pair }) {
    const { rows } = await context.pool.query<{
      name: string;
      id: string;
      kind: string;
      weight: string;
      enabled: boolean;
      config: unknown;
    }>(
      `SELECT name, source.id, kind, weight, enabled, config FROM index_sources source
        JOIN instruments ON instruments.id = instrument_id WHERE $1::text IS NULL OR name = $1
        ORDER BY instruments.position, instruments.id, source.id`,
      [pair ?? null],
    );
    const table = rows.map(({ name, id, kind, weight, enabled, config }) => [
      name,
      id,
      kind,
      stripZeros(weight),
      enabled,
      JSON.stringify(config),
    ]);
    for (const line of formatTable(['instrument', 'source', 'kind', 'weight', 'enabled', 'settings'], table))
      context.print(line);
  },
});

const sourceId = z
  .string({ error: '<source> is missing' })
  .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be up to 31 small letters, digits and dashes');
const newSource = z.object({
  kind: z.enum(sourceKinds, { error: `must be one of ${sourceKinds.join(', ')}` }),
  weight: z.string().regex(/^(0\.\d{1,8}|1)$/, 'must be a decimal up to 1, like 0.3'),
});

export const indexSource = defineCommand({
  name: 'index-source',
  usage: '<pair> <source> add|enable|disable|remove [kind=feed weight=0.3 url=https://... pricePath=data.0.last ...]',
  summary: 'Add, switch or remove a source of an index; the ticker follows within seconds',
  arguments: ['pair', 'source', 'action', 'fields...'],
  input: z.object({
    pair: pairInput,
    source: sourceId,
    action: z.enum(['add', 'enable', 'disable', 'remove'], { error: 'must be add, enable, disable or remove' }),
    fields: z.array(z.string()).default([]),
  }),
  async run(context, { pair, source, action, fields }) {
    const { kind, weight, ...config } = readAssignments(fields);
    if (action !== 'add' && fields.length > 0) throw new UsageError(`${action} takes no fields`);
    await inTransaction(context.pool, async (tx) => {
      const { id } = await findInstrument(tx, pair);
      if (action === 'add') {
        const settings = checkListing(newSource, { kind, weight });
        await add(tx, id, source, settings, checkListing<object>(sourceConfigs[settings.kind], config));
      } else {
        const statement =
          action === 'remove'
            ? 'DELETE FROM index_sources WHERE instrument_id = $1 AND id = $2'
            : `UPDATE index_sources SET enabled = ${action === 'enable'} WHERE instrument_id = $1 AND id = $2`;
        const { rowCount } = await tx.query(statement, [id, source]);
        if (rowCount === 0) throw new OpsError(`${pair} has no source ${source}; \`index-sources ${pair}\` lists them`);
      }
      const details = { source, ...(action === 'add' ? { kind, weight, config } : {}) };
      await recordOps(context, tx, `index_source.${action}`, `instrument:${id}`, details);
    });
    const done = { add: 'added', enable: 'enabled', disable: 'disabled', remove: 'removed' } as const;
    context.print(`${pair}: source ${source} is ${done[action]}`);
  },
});

async function add(
  tx: Queryable,
  instrumentId: number,
  source: string,
  { kind, weight }: z.infer<typeof newSource>,
  config: object,
): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO index_sources (instrument_id, id, kind, weight, config) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (instrument_id, id) DO NOTHING`,
    [instrumentId, source, kind, weight, JSON.stringify(config)],
  );
  if (rowCount === 0) throw new OpsError(`there is a source ${source} already: remove it first`);
}

export const setIndexCommand = defineCommand({
  name: 'set-index',
  usage: '<pair> <price> [--hold 60]',
  summary: 'Set a simulated index (demo): it holds still for so many seconds, then walks on',
  arguments: ['pair', 'price'],
  options: { hold: { type: 'string' } },
  input: z.object({
    pair: pairInput,
    price: z.string({ error: '<price> is missing' }),
    hold: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int()
      .min(0)
      .max(86_400)
      .default(defaultHoldSeconds),
  }),
  async run(context, { pair, price, hold }) {
    const { pool, actor } = context;
    await setIndex({ pool, redis: await context.redis() }, actor, { market: pair, price, holdSeconds: hold });
    context.print(`the index of ${pair} is ${price} from the next second on, and holds still for ${hold} s`);
  },
});
