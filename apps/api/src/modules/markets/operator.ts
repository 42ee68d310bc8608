/** What operators do to assets and spot markets. The commands for the engines are in the outbox after the commit. */
import { z } from 'zod';
import {
  type CatalogMarket,
  overwrittenFields,
  pairInput,
  publishChecked,
  updateListing,
} from '../../catalog/index.ts';
import { type Delivery, type OperatorAct, type OperatorAction, recordAct } from '../../identity/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { publishAgain } from '../../shards/index.ts';
import { type ListingFile, listingFile, type MarketChange, marketChange } from './listing-input.ts';
import { demandNoOrders, findMarket, insertAsset, insertMarket, lockListings } from './listings.ts';
import { publishListings } from './publish-listings.ts';

export interface Listed {
  listed: { name: string /** Undefined: it was listed already, and stays as it is. */; id: number | undefined }[];
  /** Of the outbox; also those of an earlier run that did not reach the engine. */
  subjects: string[];
}

/** Adds assets and markets. @throws DomainError invalid_argument when the engine would refuse one, or an asset is missing */
export const addListings: OperatorAction<ListingFile, Listed> = {
  name: 'listings.add',
  permission: 'listings',
  twoPersons: false,
  payload: listingFile,
  async run(tx, act, { assets, markets }) {
    await lockListings(tx);
    const listed: Listed['listed'] = [];
    const note = async (name: string, kind: 'asset' | 'market', id: number | undefined) => {
      listed.push({ name, id });
      if (id !== undefined)
        await recordAct(tx, act, { action: `${kind}.listed`, subject: `${kind}:${id}`, details: { name } });
    };
    for (const asset of assets) await note(asset.ticker, 'asset', await insertAsset(tx, asset));
    for (const market of markets) await note(market.name, 'market', await insertMarket(tx, market));
    await publishChecked(() => publishListings(tx));
    return { listed, subjects: await waitingListings(tx) };
  },
};

async function waitingListings(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ subject: string }>(
    `SELECT DISTINCT split_part(key, ':', 1) || ':' || split_part(key, ':', 2) AS subject FROM outbox_commands
      WHERE done_at IS NULL AND split_part(key, ':', 1) IN ('asset', 'market', 'shard')`,
  );
  return rows.map(({ subject }) => subject);
}

const changePayload = z.object({ pair: pairInput, change: marketChange });
export type MarketChangePayload = z.infer<typeof changePayload>;

export interface MarketChanged {
  before: CatalogMarket;
  /** Of the outbox. */
  subjects: string[];
}

/**
 * Changes a market, and takes the change to the engine after the commit: what it refuses is taken back. When that is not reached
 * the worker sends the change until the engine takes it.
 * @throws DomainError unknown_pair, invalid_argument when the engine would refuse it, or its steps change under open orders
 */
export const changeMarket: OperatorAction<MarketChangePayload, MarketChanged, Delivery> = {
  name: 'listings.change_market',
  permission: 'listings',
  twoPersons: false,
  payload: changePayload,
  async run(tx, act, { pair, change }) {
    await lockListings(tx);
    const before = await findMarket(tx, pair);
    if (changesSteps(before, change)) await demandNoOrders(tx, before.id, pair);
    await updateListing(tx, 'markets', before.id, change);
    const subject = `market:${before.id}`;
    const published = await publishChecked(() => publishListings(tx));
    if (!published.includes(subject)) await publishAgain(tx, subject);
    await recordAct(tx, act, { action: 'market.changed', subject, details: { market: pair, change } });
    return { before, subjects: [...published, subject] };
  },
  async afterCommit({ pool, deliver }, act, { change }, { before, subjects }) {
    const delivery = await deliver(subjects);
    if (delivery.kind !== 'refused') return delivery;
    await inTransaction(pool, (tx) => restoreMarket(tx, act, { before, change, refusal: delivery.reason }));
    await deliver([`market:${before.id}`]);
    return delivery;
  },
};

function changesSteps(before: CatalogMarket, change: MarketChange): boolean {
  return (
    (change.priceStep ?? before.priceStep) !== before.priceStep ||
    (change.amountStep ?? before.amountStep) !== before.amountStep
  );
}

/** The engine refused the change, because somebody placed an order meanwhile: the listing is again what the engine has. */
async function restoreMarket(
  tx: Transaction,
  act: OperatorAct,
  { before, change, refusal }: { before: CatalogMarket; change: MarketChange; refusal: string },
): Promise<void> {
  await lockListings(tx);
  await updateListing(tx, 'markets', before.id, overwrittenFields(before, change));
  await publishChecked(() => publishListings(tx));
  const details = { market: before.name, change, refusal };
  await recordAct(tx, act, { action: 'market.change_refused', subject: `market:${before.id}`, details });
}
