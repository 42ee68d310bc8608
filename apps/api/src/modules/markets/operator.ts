/** What operators do to assets and spot markets. The commands for the engines are in the outbox after the commit. */
import { z } from 'zod';
import { type CatalogMarket, pairInput, publishChecked } from '../../catalog/index.ts';
import { type Delivery, demandFiguresAsRead, type OperatorAction, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import {
  changeListing,
  deliverChange,
  figuresInput,
  isForOne,
  openedFigures,
  replacedFigures,
} from '../../shards/index.ts';
import { type ListingFile, listingFile, marketChange } from './listing-input.ts';
import { demandFreeSteps, findMarket, insertAsset, insertMarket, lockListings } from './listings.ts';
import { marketListings } from './market-kind.ts';
import { endOpening, stopChangedOpening } from './opening-rows.ts';
import { publishListings } from './publish-listings.ts';

export interface Listed {
  listed: { name: string /** Undefined: it was listed already, and stays as it is. */; id: number | undefined }[];
  /** Of the outbox; also those of an earlier run that did not reach the engine. */
  subjects: string[];
}

/**
 * Adds assets and markets. One that is open from the beginning takes two: nobody chooses alone what people pay for trading.
 * @throws DomainError invalid_argument when the engine would refuse one, or an asset is missing
 */
export const addListings: OperatorAction<ListingFile, Listed> = {
  name: 'listings.add',
  permission: 'listings',
  twoPersons: true,
  isForOne: (_, { markets }) => markets.every(({ status }) => status !== 'open'),
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

const changePayload = z.object({ pair: pairInput, change: marketChange, opens: figuresInput, before: figuresInput });
export type MarketChangePayload = z.infer<typeof changePayload>;

export interface MarketChanged {
  before: CatalogMarket;
  /** Of the outbox. */
  subjects: string[];
  /** Whether it was to open by other figures, and does not any more. */
  endsOpening: boolean;
}

/**
 * Changes a market, and takes the change to the engine after the commit: what it refuses is taken back. When that is not reached
 * the worker sends the change until the engine answers.
 * @throws DomainError unknown_pair, figures_changed, invalid_argument when the engine would refuse it, its steps change while it may have orders,
 * or the engine has to answer another change first
 */
export const changeMarket: OperatorAction<MarketChangePayload, MarketChanged, Delivery> = {
  name: 'listings.change_market',
  permission: 'listings',
  twoPersons: true,
  async isForOne(tx, { pair, change }) {
    await lockListings(tx);
    return isForOne(marketListings, { change, statusBefore: (await findMarket(tx, pair)).status });
  },
  payload: changePayload,
  async bind(tx, { pair, change }) {
    await lockListings(tx);
    const { id, status } = await findMarket(tx, pair);
    const opens = await openedFigures(tx, marketListings, { id, change, statusBefore: status });
    const before = await replacedFigures(tx, marketListings, { id, change });
    return { pair, change, before, ...(opens ? { opens } : {}) };
  },
  async run(tx, act, { pair, change, before: read }) {
    await lockListings(tx);
    const before = await findMarket(tx, pair);
    demandFiguresAsRead(read, before);
    await demandFreeSteps(tx, before, change);
    const wanted = { act, id: before.id, change };
    const published = await publishChecked(() => changeListing(tx, marketListings, wanted));
    // Whoever sets a status by hand decides anew when it opens.
    if (change.status !== undefined) await endOpening(tx, act, before);
    const endsOpening = change.status === undefined && (await stopChangedOpening(tx, before.id));
    const subject = `market:${before.id}`;
    await recordAct(tx, act, { action: 'market.changed', subject, details: { market: pair, change } });
    return { before, subjects: published, endsOpening };
  },
  afterCommit(deps, _act, { change }, { before, subjects, endsOpening }) {
    if (endsOpening) deps.warn(`${before.name} does not open at its time: two have approved other figures`);
    return deliverChange(deps, marketListings, { id: before.id, change, statusBefore: before.status, subjects });
  },
};
