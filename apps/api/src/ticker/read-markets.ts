/** Which instruments there are, and where their index comes from: as Postgres has it. */
import { parseBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../platform/database/index.ts';
import { type SourceKind, type SourceSettings, sourceConfigs } from './source-settings.ts';

const scale = 8;

export interface TickedMarket {
  id: number;
  name: string;
  /** Price of a tick, times 10^8. */
  tickSize: bigint;
  sources: SourceSettings[];
}

interface Row {
  marketId: number;
  name: string;
  tickSize: string;
  id: string | null;
  kind: string | null;
  weight: string | null;
  config: unknown;
}

/** @param onFault called for each source with invalid settings; the source is left out */
export async function readTickedMarkets(
  db: Queryable,
  onFault: (source: string, fault: string) => void,
): Promise<TickedMarket[]> {
  const { rows } = await db.query<Row>(
    `SELECT instrument.id AS "marketId", name, tick_size AS "tickSize", source.id, kind, weight, config
      FROM instruments instrument LEFT JOIN index_sources source ON source.instrument_id = instrument.id AND enabled
      ORDER BY instrument.id, source.id`,
  );
  const markets = new Map<number, TickedMarket>();
  for (const row of rows) {
    let market = markets.get(row.marketId);
    if (!market) {
      market = { id: row.marketId, name: row.name, tickSize: parseBigUnits(row.tickSize, scale), sources: [] };
      markets.set(row.marketId, market);
    }
    const settings = row.id === null ? undefined : sourceOf(row, onFault);
    if (settings) market.sources.push(settings);
  }
  return [...markets.values()];
}

function sourceOf(row: Row, onFault: (source: string, fault: string) => void): SourceSettings | undefined {
  const schema = sourceConfigs[row.kind as SourceKind] as (typeof sourceConfigs)[SourceKind] | undefined;
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
