/** Looking at listings and changing them. */
import { stripZeros } from '@pelican/shared/money/decimal.ts';
import { z } from 'zod';
import { type CatalogMarket, loadCatalog } from '../../../catalog/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { findShards } from '../../../shards/index.ts';
import { recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import {
  checkListing,
  type MarketChange,
  marketChange,
  marketFieldNames,
  pairInput,
  readAssignments,
} from '../listing-input.ts';
import { demandNoOrders, findMarket, lockListings, publish, publishAgain, updateMarket } from '../listings.ts';
import { OpsError, UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

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
  usage: '<pair> [set field=value ...]',
  summary: 'Show a market, or change it: status, fees, limits ...',
  arguments: ['pair', 'action', 'changes...'],
  input: z.object({
    pair: pairInput,
    action: z.enum(['set'], { error: "must be 'set' or nothing" }).optional(),
    changes: z.array(z.string()).default([]),
  }),
  async run(context, { pair, action, changes }) {
    if (action === undefined) return show(context, pair);
    if (changes.length === 0) throw new UsageError(`nothing to set; there are: ${marketFieldNames.join(' ')}`);
    return change(context, pair, checkListing(marketChange, readAssignments(changes)));
  },
});

async function show(context: OpsContext, pair: string): Promise<void> {
  const { market: found } = await findMarket(context.pool, pair);
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

async function change(context: OpsContext, pair: string, wanted: MarketChange): Promise<void> {
  const changed = await inTransaction(context.pool, async (tx) => {
    await lockListings(tx);
    const { market: before } = await findMarket(tx, pair);
    if (changesSteps(before, wanted)) await demandNoOrders(tx, before.id, pair);
    await updateMarket(tx, before.id, wanted);
    const subjects = await publish(tx);
    if (!subjects.includes(`market:${before.id}`)) await publishAgain(tx, `market:${before.id}`);
    await recordOps(context, tx, 'market.changed', `market:${before.id}`, { market: pair, change: wanted });
    return { before, subjects: [...subjects, `market:${before.id}`] };
  });
  const outcome = await deliver(context, changed.subjects);
  if (outcome.kind === 'refused') {
    await restore(context, changed.before, wanted, outcome.reason);
    throw new OpsError(`the engine refused the change (${outcome.reason}); ${pair} is as it was`);
  }
  context.print(
    `${pair} is changed: ${Object.entries(wanted)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  );
  if (outcome.kind === 'waiting') context.print(waitingText);
}

function changesSteps(before: CatalogMarket, wanted: MarketChange): boolean {
  return (
    (wanted.priceStep ?? before.priceStep) !== before.priceStep ||
    (wanted.amountStep ?? before.amountStep) !== before.amountStep
  );
}

/** Somebody placed an order between our look and the engine's: the listing goes back to what the engine has. */
async function restore(
  context: OpsContext,
  before: CatalogMarket,
  wanted: MarketChange,
  reason: string,
): Promise<void> {
  const former = Object.fromEntries(
    Object.keys(wanted).flatMap((name) => (name in before ? [[name, before[name as keyof CatalogMarket]]] : [])),
  );
  await inTransaction(context.pool, async (tx) => {
    await lockListings(tx);
    await updateMarket(tx, before.id, former);
    await publish(tx);
    const details = { market: before.name, change: wanted, reason };
    await recordOps(context, tx, 'market.change_refused', `market:${before.id}`, details);
  });
  await deliver(context, [`market:${before.id}`]);
}
