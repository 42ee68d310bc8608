/** Open positions with how near each is to its liquidation, by what settlement has written and the newest marks. */
import { MarginMode, type PositionSide } from '@pelican/shared/engine/perpetual';
import { parseBigUnits, parseContracts, parseTicks, perpetualScale } from '@pelican/shared/money';
import {
  crossAccount,
  crossLiquidationTicks,
  isolatedEquity,
  liquidationTicks,
  marginRatio4,
  requirement8,
  unrealisedPnl,
} from '@pelican/shared/perpetual';
import { type CatalogInstrument, loadInstruments } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

export interface PositionAtRisk {
  email: string;
  instrument: CatalogInstrument;
  mode: MarginMode;
  position: PositionSide;
  lots: number;
  isLiquidating: boolean;
  markTicks: number;
  /** Null: no price liquidates it. Of a cross position while all other marks stand still. */
  liquidationTicks: number | null;
  unrealised: bigint;
  /** Equity over requirement, 10^-4, of the position or of its whole cross account; at 10^4 it is liquidated. */
  ratio4: bigint | null;
}

interface PositionRow {
  userId: string;
  email: string | null;
  marketId: number;
  mode: MarginMode;
  position: PositionSide;
  size: string;
  cost: string;
  margin: string;
  leverage: number;
  isLiquidating: boolean;
  markPrice: string;
}

interface Held extends Omit<PositionAtRisk, 'liquidationTicks' | 'ratio4'> {
  userId: number;
  cost: bigint;
  margin: bigint;
  leverage: number;
}

/** The nearest to a liquidation first. Positions without a mark price are left out: their risk is unknown. */
export async function readPositionsAtRisk(db: Queryable): Promise<PositionAtRisk[]> {
  const { instrumentById } = await loadInstruments(db);
  const { rows } = await db.query<PositionRow>(
    `SELECT user_id AS "userId", email, p.market_id AS "marketId", mode, position, size, cost, margin, leverage,
        is_liquidating AS "isLiquidating", mark_price AS "markPrice"
      FROM perpetual_positions p JOIN perpetual_market_state m ON m.market_id = p.market_id
      LEFT JOIN users ON users.id = user_id WHERE size > 0 AND mark_price > 0`,
  );
  const held = rows.flatMap((row) => {
    const instrument = instrumentById(row.marketId);
    return instrument ? [heldOf(row, instrument)] : [];
  });
  const isolated = held.filter(({ mode }) => mode === MarginMode.isolated).map(isolatedAtRisk);
  const cross = await crossAtRisk(db, held);
  // Nothing to require counts as far away.
  const order = ({ ratio4 }: PositionAtRisk) => ratio4 ?? 2n ** 62n;
  return [...isolated, ...cross].sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
}

function heldOf(row: PositionRow, instrument: CatalogInstrument): Held {
  const lots = countOf(parseContracts(row.size, instrument.steps));
  const markTicks = countOf(parseTicks(row.markPrice, instrument.steps));
  const cost = parseBigUnits(row.cost, perpetualScale);
  return {
    userId: Number(row.userId),
    email: row.email ?? `user ${row.userId}`,
    instrument,
    mode: row.mode,
    position: row.position,
    lots,
    isLiquidating: row.isLiquidating,
    markTicks,
    unrealised: unrealisedPnl(instrument.terms, row.position, cost, lots, markTicks),
    cost,
    margin: parseBigUnits(row.margin, perpetualScale),
    leverage: row.leverage,
  };
}

function countOf(parsed: { count: number } | { problem: string }): number {
  if ('problem' in parsed) throw new RangeError(`a settled figure is none of the engine's: ${parsed.problem}`);
  return parsed.count;
}

function isolatedAtRisk(held: Held): PositionAtRisk {
  const { terms } = held.instrument;
  const required8 = requirement8(terms, held.lots, held.markTicks);
  return {
    ...held,
    ratio4: marginRatio4(isolatedEquity(terms, held), required8),
    liquidationTicks: liquidationTicks(terms, held),
  };
}

async function crossAtRisk(db: Queryable, held: Held[]): Promise<PositionAtRisk[]> {
  const legsByUser = Map.groupBy(
    held.filter(({ mode }) => mode === MarginMode.cross),
    ({ userId }) => userId,
  );
  const { rows } = await db.query<{ userId: string; cash: string; crossFreeze: string; isolatedFreeze: string }>(
    `SELECT user_id AS "userId", cash, cross_freeze AS "crossFreeze", isolated_freeze AS "isolatedFreeze"
      FROM perpetual_accounts WHERE user_id = ANY ($1::bigint[])`,
    [[...legsByUser.keys()]],
  );
  const money = (text: string) => parseBigUnits(text, perpetualScale);
  return rows.flatMap(({ userId, cash, crossFreeze, isolatedFreeze }) => {
    const legs = legsByUser.get(Number(userId)) ?? [];
    const figures = crossAccount(
      { cash: money(cash), crossFreeze: money(crossFreeze), isolatedFreeze: money(isolatedFreeze) },
      legs.map((leg) => ({ ...leg, instrument: leg.instrument.terms })),
      [],
    );
    return legs.map((leg) => ({
      ...leg,
      ratio4: figures.ratio4,
      liquidationTicks: crossLiquidationTicks(figures, leg.instrument.id),
    }));
  });
}
