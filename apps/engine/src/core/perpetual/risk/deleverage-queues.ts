/**
 * The queues of those to be deleveraged, for the time of one round at the fund's desk: each is ranked when it is first asked
 * for, and after each lot only the users that it touched are ranked anew.
 */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import type { CrossFigures } from '@pelican/shared/perpetual/cross.ts';
import {
  byPlace,
  type DeleverageCandidate,
  type RankedCandidate,
  rankCandidates,
} from '@pelican/shared/perpetual/deleveraging.ts';
import { exactOf, figuresOf } from '../positions/accounts.ts';
import { type Account, type FundLot, type Market, type PerpetualShard, type Position, positionKey } from '../state.ts';

interface Queue {
  market: Market;
  position: PositionSide;
  ranking: RankedCandidate[];
  /** Whose each candidate is. */
  users: Map<DeleverageCandidate, number>;
}

export class DeleverageQueues {
  readonly #shard: PerpetualShard;
  readonly #queues = new Map<number, Queue>();

  constructor(shard: PerpetualShard) {
    this.#shard = shard;
  }

  /** Everyone who may close a lot, in order: the opposite positions of users who are not being liquidated. */
  rankingFor({ market, position }: FundLot): readonly RankedCandidate[] {
    const other = position === PositionSide.long ? PositionSide.short : PositionSide.long;
    const key = positionKey(market.id, MarginMode.cross, other);
    const known = this.#queues.get(key);
    if (known) return known.ranking;
    const queue: Queue = { market, position: other, ranking: [], users: new Map() };
    rank(queue, this.#candidatesOf(queue, market.positions.values()));
    this.#queues.set(key, queue);
    return queue.ranking;
  }

  /** Ranks all positions of these users anew. */
  renew(users: ReadonlySet<number>): void {
    for (const queue of this.#queues.values()) {
      queue.ranking = queue.ranking.filter(({ candidate }) => !users.has(queue.users.get(candidate) as number));
      const positions = [...users].flatMap((user) => [...(this.#shard.accounts.get(user)?.positions.values() ?? [])]);
      rank(queue, this.#candidatesOf(queue, positions));
    }
  }

  #candidatesOf(queue: Queue, positions: Iterable<Position>): DeleverageCandidate[] {
    const known = new Map<Account, CrossFigures>();
    const candidates: DeleverageCandidate[] = [];
    for (const held of positions) {
      if (held.market !== queue.market || held.position !== queue.position || held.isLiquidating) continue;
      const { account } = held;
      if (held.mode === MarginMode.cross && account.isLiquidating) continue;
      const candidate = candidateOf(held, account, known);
      queue.users.set(candidate, held.user);
      candidates.push(candidate);
    }
    return candidates;
  }
}

function rank(queue: Queue, candidates: DeleverageCandidate[]): void {
  const { instrument, markTicks } = queue.market;
  const ranked = rankCandidates(instrument, markTicks, candidates);
  queue.ranking = queue.ranking.length === 0 ? ranked : [...queue.ranking, ...ranked].sort(byPlace);
}

function candidateOf(held: Position, account: Account, known: Map<Account, CrossFigures>): DeleverageCandidate {
  const { id, mode } = held;
  const common = { id, ...exactOf(held), hedgedLots: hedgedLotsOf(account, held) };
  if (mode === MarginMode.isolated) return { ...common, crossNotional: 0n, crossEquity: 0n };
  const figures = known.get(account) ?? figuresOf(account);
  known.set(account, figures);
  return { ...common, crossNotional: figures.notional, crossEquity: figures.equity };
}

/** What the same user holds on the other side of the market, in either margin mode. */
function hedgedLotsOf({ positions }: Account, { market, position }: Position): number {
  const other = position === PositionSide.long ? PositionSide.short : PositionSide.long;
  const lotsOf = (mode: MarginMode) => positions.get(positionKey(market.id, mode, other))?.lots ?? 0;
  return lotsOf(MarginMode.cross) + lotsOf(MarginMode.isolated);
}
