/** Sources of the indexes of perpetuals and of spot markets that have none, and setting a simulated index. */
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { pairInput } from '../../../catalog/index.ts';
import {
  changeIndexSource,
  defaultHoldSeconds,
  findIndexedMarket,
  type IndexedMarket,
  newSource,
  newSourceConfigsOf,
  type SourceChange,
  setIndex,
  sourceChange,
  withoutSecrets,
} from '../../../ticker/index.ts';
import { checkFields, readAssignments } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

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
      config: Record<string, unknown>;
    }>(
      `SELECT name, source.id, kind, weight, enabled, config FROM (
          SELECT 1 AS venue, name, position, instrument_id AS market, source.id, kind, weight, enabled, config
            FROM index_sources source JOIN instruments ON instruments.id = instrument_id
          UNION ALL
          SELECT 2, name, position, market_id, source.id, kind, weight, enabled, config
            FROM spot_index_sources source JOIN markets ON markets.id = market_id) AS source
        WHERE $1::text IS NULL OR name = $1 ORDER BY venue, position, market, id`,
      [pair ?? null],
    );
    const table = rows.map(({ name, id, kind, weight, enabled, config }) => [
      name,
      id,
      kind,
      stripZeros(weight),
      enabled,
      JSON.stringify(withoutSecrets(config)),
    ]);
    for (const line of formatTable(['market', 'source', 'kind', 'weight', 'enabled', 'settings'], table))
      context.print(line);
  },
});

export const indexSource = defineCommand({
  name: 'index-source',
  usage: '<pair> <source> add|enable|disable|remove [kind=feed weight=0.3 url=https://... pricePath=data.0.last ...]',
  summary: 'Add, switch or remove a source of an index; the ticker follows within seconds',
  arguments: ['pair', 'source', 'action', 'fields...'],
  options: reasonOption,
  input: z.object({
    pair: pairInput,
    source: z.string({ error: '<source> is missing' }),
    action: z.enum(['add', 'enable', 'disable', 'remove'], { error: 'must be add, enable, disable or remove' }),
    fields: z.array(z.string()).default([]),
    ...reasonInput,
  }),
  async run(context, { pair, source, action, fields, reason }) {
    const { kind, weight, ...config } = readAssignments(fields);
    if (action !== 'add' && fields.length > 0) throw new UsageError(`${action} takes no fields`);
    const venue = (await findIndexedMarket(context.pool, pair))?.venue;
    const change = action === 'add' ? checkSource({ kind, weight }, config, venue) : { action };
    const payload = { pair, source, change };
    return submit(context, changeIndexSource, {
      payload: checkFields(sourceChange, payload),
      reason,
      finish: finishSource,
    });
  },
});

const done = { add: 'added', enable: 'enabled', disable: 'disabled', remove: 'removed' } as const;

export const finishSource: Finish<SourceChange, void> = (context, { pair, source, change }) =>
  context.print(`${pair}: source ${source} is ${done[change.action]}`);

/** @throws UsageError */
function checkSource(settings: object, config: object, venue: IndexedMarket['venue'] | undefined) {
  const { kind, weight } = checkFields(newSource, settings);
  return { action: 'add', kind, weight, config: checkFields<object>(newSourceConfigsOf(venue)[kind], config) };
}

export const setIndexCommand = defineCommand({
  name: 'set-index',
  usage: '<pair> <price> [--hold 60] [--reason TEXT]',
  summary: 'Set a simulated index (demo): it holds still for so many seconds, then walks on',
  arguments: ['pair', 'price'],
  options: { hold: { type: 'string' }, ...reasonOption },
  input: z.object({
    pair: pairInput,
    price: z.string({ error: '<price> is missing' }),
    hold: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int()
      .min(0)
      .max(86_400)
      .default(defaultHoldSeconds),
    ...reasonInput,
  }),
  async run(context, { pair, price, hold, reason }) {
    return submit(context, setIndex, {
      payload: { market: pair, price, holdSeconds: hold },
      reason,
      finish: () =>
        context.print(`the index of ${pair} is ${price} from the next second on, and holds still for ${hold} s`),
    });
  },
});
