/** Instruments as operators see them: what they allow, what they are worth, and where their indexes come from. */
import type { IndexSourceRow, OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { formatBigUnits, perpetualScale } from '@pelican/shared/money';
import type { Redis } from 'ioredis';
import { type CatalogInstrument, loadInstruments } from '../../../catalog/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readTickerState, withoutSecrets } from '../../../ticker/index.ts';
import { type MarketFacts, readMarketFacts } from './facts.ts';

type SourceRow = Omit<IndexSourceRow, 'price' | 'at'> & { instrumentId: number };

/** As they are in Postgres, and in the ticker's memory of its newest second. */
export async function listInstruments(pool: Queryable, redis: Pick<Redis, 'get'>): Promise<OperatorInstrument[]> {
  const [{ instruments }, facts, sources, ticker] = await Promise.all([
    loadInstruments(pool),
    readMarketFacts(pool),
    readSources(pool),
    readTickerState(redis),
  ]);
  return instruments.map((instrument) => ({
    ...viewFacts(facts.get(instrument.id)),
    ...viewListing(instrument),
    sources: sources
      .filter(({ instrumentId }) => instrumentId === instrument.id)
      .map((source) => viewSource(source, ticker?.markets[instrument.id]?.sources?.[source.id])),
  }));
}

function viewFacts(facts: MarketFacts | undefined) {
  return {
    state: facts?.state ?? ('none' as const),
    index: facts?.indexPrice ?? '0',
    mark: facts?.markPrice ?? '0',
    fundingRate: facts?.fundingRate ?? '0',
    openInterest: facts?.openInterest ?? '0',
    openOrders: facts?.orders ?? 0,
    positions: facts?.positions ?? 0,
  };
}

function viewListing({ id, listing }: CatalogInstrument) {
  const { settleAsset: _settleAsset, listedAtMs: _listedAtMs, tiers, ...figures } = listing;
  return { ...figures, id, tiers: [...tiers] };
}

async function readSources(db: Queryable): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `SELECT instrument_id AS "instrumentId", id, kind, trim_scale(weight)::text AS weight, enabled, config
      FROM index_sources ORDER BY instrument_id, id`,
  );
  return rows;
}

function viewSource(
  { instrumentId: _instrumentId, config, ...row }: SourceRow,
  newest: { price: string; timeMs: number } | undefined,
): IndexSourceRow {
  const source = { ...row, config: withoutSecrets(config) };
  // What a source gave before it was turned off is no price of it.
  if (!newest || !source.enabled) return { ...source, price: null, at: null };
  return { ...source, price: formatBigUnits(BigInt(newest.price), perpetualScale), at: newest.timeMs / 1000 };
}
