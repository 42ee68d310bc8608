/** Looking at listings and changing them. */
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { loadCatalog, pairInput } from '../../../catalog/index.ts';
import type { Delivery } from '../../../identity/index.ts';
import {
  changeMarket,
  findMarket,
  type MarketChanged,
  type MarketChangePayload,
  marketChange,
  marketFieldNames,
} from '../../../modules/markets/index.ts';
import { findShards } from '../../../shards/index.ts';
import { checkFields, readAssignments } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { waitingText } from '../deliver.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { refusedChange } from '../refused-change.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

export const markets = defineCommand({
  name: 'markets',
  usage: '',
  summary: 'List assets and markets',
  input: z.object({}),
  async run(context) {
    const catalog = await loadCatalog(context.pool);
    const shards = new Map((await findShards(context.pool)).map(({ id, name }) => [id, name]));
    const assetLines = formatTable(
      ['id', 'asset', 'label', 'decimals'],
      catalog.assets.map(({ id, ticker, label, scale }) => [id, ticker, label, scale]),
    );
    const marketLines = formatTable(
      ['id', 'market', 'shard', 'status', 'price step', 'amount step', 'maker ppm', 'taker ppm', 'tax'],
      catalog.markets.map((market) => [
        market.id,
        market.name,
        shards.get(market.shardId) ?? '',
        market.status,
        market.priceStep,
        market.amountStep,
        market.makerFeePpm,
        market.takerFeePpm,
        market.tax,
      ]),
    );
    for (const line of [...assetLines, '', ...marketLines]) context.print(line);
  },
});

export const market = defineCommand({
  name: 'market',
  usage: '<pair> [set field=value ...] [--reason TEXT]',
  summary: 'Show a market, or change it: status, fees, limits ...',
  arguments: ['pair', 'action', 'changes...'],
  options: reasonOption,
  input: z.object({
    pair: pairInput,
    action: z.enum(['set'], { error: "must be 'set' or nothing" }).optional(),
    changes: z.array(z.string()).default([]),
    ...reasonInput,
  }),
  async run(context, { pair, action, changes, reason }) {
    if (action === undefined) {
      await show(context, pair);
      return 0;
    }
    if (changes.length === 0) throw new UsageError(`nothing to set; there are: ${marketFieldNames.join(' ')}`);
    const payload = { pair, change: checkFields(marketChange, readAssignments(changes)) };
    return submit(context, changeMarket, { payload, reason, finish: finishMarketChange });
  },
});

async function show(context: OpsContext, pair: string): Promise<void> {
  const found = await findMarket(context.pool, pair);
  const { rows } = await context.pool.query<{ orders: string; trades: string; lastPrice: string | null }>(
    `SELECT (SELECT count(*) FROM spot_orders WHERE market_id = $1 AND finished_at = 'infinity') AS orders,
        coalesce((SELECT max(id) FROM spot_deals WHERE market_id = $1),
          (SELECT last_id FROM carried_deals WHERE market_id = $1), 0) AS trades,
        (SELECT price FROM spot_deals WHERE market_id = $1 ORDER BY id DESC LIMIT 1) AS "lastPrice"`,
    [found.id],
  );
  const facts = rows[0];
  const lines = formatTable(
    [found.name, `id ${found.id}`],
    [
      ...marketFieldNames.flatMap((name) => (name === 'position' ? [] : [[name, String(found[name])]])),
      ['open orders', facts?.orders ?? ''],
      ['trades', facts?.trades ?? ''],
      ['last price', stripZeros(facts?.lastPrice ?? '0')],
    ],
  );
  for (const line of lines) context.print(line);
}

/** Prints what became of the change. */
export const finishMarketChange: Finish<MarketChangePayload, MarketChanged, Delivery> = (
  context,
  { pair, change },
  _,
  delivery,
) => {
  if (delivery.kind === 'refused') throw refusedChange(pair, change, delivery);
  const fields = Object.entries(change).map(([name, value]) => `${name}=${value}`);
  context.print(`${pair} is changed: ${fields.join(' ')}`);
  if (delivery.kind === 'waiting') context.print(waitingText);
};
