/** Hunger games: a contest of referrals in rounds (docs/staking-and-offerings.md, "Hunger games"). Times in seconds. */
import { floorDiv, sumOf } from '../money/rounding.ts';

export interface GameRound {
  start: number;
  end: number;
  /** Friends that one must bring in this round to stay. */
  quota: number;
}

export interface GamePlayer {
  user: number;
  activatedAt: number;
}

export interface GameReferral {
  player: number;
  signedUpAt: number;
  /** When the friend was verified and had traded. */
  qualifiedAt: number;
  /** Of the player's own cluster: counts nothing. */
  isLinked: boolean;
}

/** User ids, lowest first. */
export interface PlayedRound {
  alive: number[];
  survivors: number[];
}

export interface GameWinner {
  user: number;
  /** Friends that counted in the rounds played; 1 for each when none did. */
  weight: number;
  /** Units of the prize's asset, down. */
  prize: bigint;
}

export interface GameResult {
  refused: number[];
  rounds: PlayedRound[];
  winners: GameWinner[];
  /** What rounding leaves, or all when nobody played. */
  returned: bigint;
}

/** The game ends with its last round, or with one that nobody survives: then those who entered it share. */
export function playGame(
  rounds: readonly GameRound[],
  players: readonly GamePlayer[],
  referrals: readonly GameReferral[],
  pool: bigint,
): GameResult {
  const entryEnd = rounds[0]?.end ?? 0;
  const refused = players.filter(({ activatedAt }) => activatedAt >= entryEnd).map(({ user }) => user);
  const activated = new Map(
    players.filter(({ activatedAt }) => activatedAt < entryEnd).map(({ user, activatedAt }) => [user, activatedAt]),
  );
  const counted = referrals.filter(({ player, signedUpAt, isLinked }) => {
    return !isLinked && signedUpAt >= (activated.get(player) ?? Number.POSITIVE_INFINITY);
  });
  const weights = new Map<number, number>();
  const played: PlayedRound[] = [];
  let alive = [...activated.keys()].sort((a, b) => a - b);
  for (const { start, end, quota } of rounds) {
    const brought = new Map<number, number>();
    for (const { player, qualifiedAt } of counted)
      if (start <= qualifiedAt && qualifiedAt < end) brought.set(player, (brought.get(player) ?? 0) + 1);
    for (const [user, count] of brought) weights.set(user, (weights.get(user) ?? 0) + count);
    const survivors = alive.filter((user) => (brought.get(user) ?? 0) >= quota);
    played.push({ alive, survivors });
    if (survivors.length === 0) break;
    alive = survivors;
  }
  return { refused, rounds: played, ...prizesOf(alive, weights, pool) };
}

function prizesOf(users: readonly number[], weights: ReadonlyMap<number, number>, pool: bigint) {
  const own = users.map((user) => weights.get(user) ?? 0);
  const isAnyone = own.some((weight) => weight > 0);
  const shares = isAnyone ? own : own.map(() => 1);
  const total = BigInt(shares.reduce((sum, weight) => sum + weight, 0));
  const winners = users.map((user, at): GameWinner => {
    const weight = shares[at] ?? 0;
    return { user, weight, prize: floorDiv(pool * BigInt(weight), total) };
  });
  return { winners, returned: pool - sumOf(winners.map(({ prize }) => prize)) };
}
