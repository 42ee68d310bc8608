/** competition_rank. */
import {
  type CompetitionRules,
  competitionRating,
  type PrizeRange,
  prizePool,
  snapshotTimes,
} from '@pelican/shared/competitions';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { sumOf } from '@pelican/shared/perpetual';
import { rateOfPercent } from '../vector-instrument.ts';

interface RankInput {
  start: number;
  end: number;
  update_minutes: number;
  /** Decimals of the markets' money. */
  scale: number;
  prize_scale: number;
  min_order_value: string;
  tds_percent?: string;
  clusters: number[][];
  markets: string[];
  type: CompetitionRules['type'];
  now: number;
  places: { from: number; to: number; amount: string }[];
  participants: { user: number; joined_at: number; disqualified?: boolean }[];
  trades: {
    id: number;
    market: string;
    at: number;
    buyer: number;
    buy_order: number;
    seller: number;
    sell_order: number;
    price: string;
    amount: string;
  }[];
}

/** Of price and amount, whose product is exact in the money's decimals. */
const fine = 18;

export function runCompetitionRank(input: RankInput): object {
  const { start, end, scale, prize_scale: prizeScale } = input;
  const { snapshotAt, nextUpdate } = snapshotTimes({ start, end, updateMinutes: input.update_minutes }, input.now);
  const grossOf = (price: string, amount: string) =>
    parseBigUnits(formatBigUnits(parseBigUnits(price, fine) * parseBigUnits(amount, fine), 2 * fine), scale);
  const places = input.places.map(
    ({ from, to, amount }): PrizeRange => ({ from, to, amount: parseBigUnits(amount, prizeScale) }),
  );
  const rating = competitionRating(
    {
      type: input.type,
      markets: input.markets,
      start,
      end,
      minOrderValue: parseBigUnits(input.min_order_value, scale),
      clusters: input.clusters,
    },
    { places, tdsRate: rateOfPercent(input.tds_percent ?? '0') },
    input.participants.map(({ user, joined_at: joinedAt, disqualified = false }) => ({
      user,
      joinedAt,
      isDisqualified: disqualified,
    })),
    input.trades.map((trade) => ({
      ...trade,
      buyOrder: trade.buy_order,
      sellOrder: trade.sell_order,
      gross: grossOf(trade.price, trade.amount),
    })),
    snapshotAt ?? start,
  );
  const isOver = snapshotAt === end;
  const pool = prizePool(places);
  const awarded = sumOf(rating.rows.map(({ prize }) => prize));
  const prizeText = (units: bigint) => formatBigUnits(units, prizeScale);
  return {
    snapshot_at: snapshotAt,
    next_update: nextUpdate,
    rows: rating.rows.map((row) => ({
      place: row.place,
      user: row.user,
      value: input.type === 'ORDERS' ? String(row.value) : formatBigUnits(row.value, scale),
      volume: formatBigUnits(row.volume, scale),
      trade_quantity: row.tradeQuantity,
      prize: prizeText(row.prize),
      tds: prizeText(row.tds),
    })),
    unranked: rating.unranked,
    excluded: rating.excluded,
    pool: prizeText(pool),
    awarded: isOver ? prizeText(awarded) : null,
    tds: isOver ? prizeText(sumOf(rating.rows.map(({ tds }) => tds))) : null,
    returned: isOver ? prizeText(pool - awarded) : null,
  };
}
