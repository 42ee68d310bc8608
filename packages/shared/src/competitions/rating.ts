/** Who is where in a competition, and what he wins (docs/staking-and-offerings.md, "Rating"). */
import { mulFloor, sumOf } from '../money/rounding.ts';
import {
  type CompetitionRules,
  type CompetitionTrade,
  type CountedTrades,
  clusterOf,
  countTrades,
  type Participant,
} from './counting.ts';

/** Each place from `from` to `to` wins the amount, in units of the prize's asset. */
export interface PrizeRange {
  from: number;
  to: number;
  amount: bigint;
}

export interface RatingRow {
  place: number;
  user: number;
  /** SELLVOLUME: money; ORDERS: a number of orders. */
  value: bigint;
  volume: bigint;
  tradeQuantity: number;
  prize: bigint;
  /** Withheld from the prize. */
  tds: bigint;
}

export interface Rating {
  rows: RatingRow[];
  unranked: { user: number; reason: 'disqualified' | 'linked_account' }[];
  excluded: CountedTrades['excluded'];
}

interface Score extends Participant {
  value: bigint;
  volume: bigint;
  tradeQuantity: number;
  /** The trade that brought the value. */
  reached: CompetitionTrade;
}

/** The rating of all trades before `until`. Who has reached nothing has no place; of a cluster only the best has one. */
export function competitionRating(
  rules: CompetitionRules,
  prizes: { places: readonly PrizeRange[]; tdsRate: bigint },
  participants: readonly Participant[],
  trades: readonly CompetitionTrade[],
  until: number,
): Rating {
  const { byUser, excluded } = countTrades(rules, participants, trades, until);
  const scores = participants
    .flatMap((participant) => {
      const score = scoreOf(rules, participant.user, byUser.get(participant.user) ?? []);
      return score ? [{ ...participant, ...score }] : [];
    })
    .sort(byRank);
  const clusters = clusterOf(rules.clusters);
  const placed = new Set<number>();
  const rows: RatingRow[] = [];
  const unranked: Rating['unranked'] = [];
  for (const { user, isDisqualified, value, volume, tradeQuantity } of scores) {
    const cluster = clusters.get(user);
    if (isDisqualified) unranked.push({ user, reason: 'disqualified' });
    else if (cluster !== undefined && placed.has(cluster)) unranked.push({ user, reason: 'linked_account' });
    else {
      if (cluster !== undefined) placed.add(cluster);
      const place = rows.length + 1;
      const prize = prizeOf(prizes.places, place);
      rows.push({ place, user, value, volume, tradeQuantity, prize, tds: mulFloor(prize, prizes.tdsRate) });
    }
  }
  return { rows, unranked, excluded };
}

type Reached = Omit<Score, keyof Participant>;

/** Null: nothing has been reached. @param trades in the order in which they happened */
function scoreOf(rules: CompetitionRules, user: number, trades: readonly CompetitionTrade[]): Reached | null {
  if (rules.type === 'ORDERS') return ordersScore(rules.minOrderValue, user, trades);
  const reached = trades.at(-1);
  const volume = sumOf(trades.map(({ gross }) => gross));
  return reached && volume > 0n ? { value: volume, volume, tradeQuantity: trades.length, reached } : null;
}

/** The number of orders that were filled for enough; volume and trades are those of these orders. */
function ordersScore(minOrderValue: bigint, user: number, trades: readonly CompetitionTrade[]): Reached | null {
  const orders = new Map<number, { volume: bigint; fills: number }>();
  let reached: CompetitionTrade | null = null;
  for (const trade of trades) {
    const id = trade.seller === user ? trade.sellOrder : trade.buyOrder;
    const before = orders.get(id) ?? { volume: 0n, fills: 0 };
    const volume = before.volume + trade.gross;
    if (volume >= minOrderValue && (before.fills === 0 || before.volume < minOrderValue)) reached = trade;
    orders.set(id, { volume, fills: before.fills + 1 });
  }
  if (!reached) return null;
  const counted = [...orders.values()].filter(({ volume }) => volume >= minOrderValue);
  return {
    value: BigInt(counted.length),
    volume: sumOf(counted.map(({ volume }) => volume)),
    tradeQuantity: counted.reduce((sum, { fills }) => sum + fills, 0),
    reached,
  };
}

/** More value, then more volume, then who was there first, then who joined first, then the lower id: no two share a place. */
function byRank(a: Score, b: Score): number {
  return (
    compare(b.value, a.value) ||
    compare(b.volume, a.volume) ||
    a.reached.at - b.reached.at ||
    a.reached.id - b.reached.id ||
    a.joinedAt - b.joinedAt ||
    a.user - b.user
  );
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function prizeOf(places: readonly PrizeRange[], place: number): bigint {
  return places.find(({ from, to }) => from <= place && place <= to)?.amount ?? 0n;
}

/** All prizes of a competition. */
export function prizePool(places: readonly PrizeRange[]): bigint {
  return sumOf(places.map(({ from, to, amount }) => BigInt(to - from + 1) * amount));
}

/** Places from 1 on without gap or overlap, each with a prize. */
export function arePlacesWhole(places: readonly PrizeRange[]): boolean {
  return (
    places.length > 0 &&
    places.every(({ from, to, amount }, at) => from === (places[at - 1]?.to ?? 0) + 1 && to >= from && amount > 0n)
  );
}
