/** Which markets have an index, and where it comes from: as Postgres has it. */
import { parseBigUnits } from '@pelican/shared/money';
import type { z } from 'zod';
import type { Queryable } from '../platform/database/index.ts';
import { type SourceSettings, sourceConfigs, spotSourceConfigs } from './source-settings.ts';

const scale = 8;

export interface TickedMarket {
  /** Unique across venues. */
  id: number;
  venue: 'perpetual' | 'spot';
  name: string;
  /** Price of a tick, times 10^8. */
  tickSize: bigint;
  sources: SourceSettings[];
}

interface Row {
  marketId: number;
  venue: TickedMarket['venue'];
  name: string;
  tickSize: string;
  id: string | null;
  kind: string | null;
  weight: string | null;
  config: unknown;
}

/**
 * All perpetuals, and the spot markets that have a source.
 * @param onFault called for each source with invalid settings; the source is left out
 */
export async function readTickedMarkets(
  db: Queryable,
  onFault: (source: string, fault: string) => void,
): Promise<TickedMarket[]> {
  const { rows } = await db.query<Row>(
    `SELECT instrument.id AS "marketId", 'perpetual' AS venue, name, tick_size AS "tickSize", source.id, kind, weight, config
        FROM instruments instrument LEFT JOIN index_sources source ON source.instrument_id = instrument.id AND enabled
      UNION ALL
      SELECT market.id, 'spot', name, price_step, source.id, kind, weight, config
        FROM markets market JOIN spot_index_sources source ON source.market_id = market.id AND enabled
      ORDER BY 1, 5`,
  );
  const markets = new Map<number, TickedMarket>();
  for (const row of rows) {
    let market = markets.get(row.marketId);
    if (!market) {
      const { marketId: id, venue, name } = row;
      market = { id, venue, name, tickSize: parseBigUnits(row.tickSize, scale), sources: [] };
      markets.set(row.marketId, market);
    }
    const settings = row.id === null ? undefined : sourceOf(row, onFault);
    if (settings) market.sources.push(settings);
  }
  return [...markets.values()];
}

function sourceOf(row: Row, onFault: (source: string, fault: string) => void): SourceSettings | undefined {
  const schemas: Record<string, { safeParse: (config: unknown) => z.ZodSafeParseResult<unknown> } | undefined> =
    row.venue === 'spot' ? spotSourceConfigs : sourceConfigs;
  const schema = schemas[row.kind ?? ''];
  const parsed = schema?.safeParse(row.config);
  if (!parsed?.success) {
    onFault(`${row.name} ${row.id}`, parsed ? parsed.error.message : `there is no kind ${row.kind}`);
    return undefined;
  }
  return {
    id: row.id ?? '',
    weight: parseBigUnits(row.weight ?? '0', scale),
    kind: row.kind,
    config: parsed.data,
  } as SourceSettings;
}
