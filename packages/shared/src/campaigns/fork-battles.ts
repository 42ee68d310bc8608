/** Battle of forks: a stage of a knock-out by votes (docs/staking-and-offerings.md, "Battle of forks"). Times in seconds. */

/** 1 is the best seed. */
export interface Fork {
  id: number;
  seed: number;
}

/** `a` has the better seed. */
export interface Battle {
  a: number;
  b: number;
}

export interface Vote {
  user: number;
  isVerified: boolean;
  registeredAt: number;
  fork: number;
  at: number;
}

export type VoteAnswer =
  | 'ok'
  | 'fork_not_found'
  | 'stage_not_open'
  | 'no_battle'
  | 'kyc_required'
  | 'account_too_new'
  | 'already_voted';

export interface ForkStage {
  start: number;
  end: number;
  forks: readonly Fork[];
}

/** The best meets the worst; of an odd number the best has no opponent, the bye. */
export function battlesOf(forks: readonly Fork[]): { bye: number | null; battles: Battle[] } {
  const ids = forks.toSorted(bySeed).map(({ id }) => id);
  const bye = ids.length % 2 === 1 ? (ids.shift() ?? null) : null;
  const better = ids.slice(0, ids.length / 2);
  const worse = ids.slice(ids.length / 2).reverse();
  return { bye, battles: better.flatMap((a, at) => worse.slice(at, at + 1).map((b) => ({ a, b }))) };
}

/** Votes in order of arrival, each with its answer; those that count are `ok`. */
export function answerVotes(stage: ForkStage, votes: readonly Vote[]): VoteAnswer[] {
  const { battles } = battlesOf(stage.forks);
  const voted = new Set<string>();
  return votes.map((vote) => {
    const battle = battles.findIndex(({ a, b }) => vote.fork === a || vote.fork === b);
    const key = `${vote.user}:${battle}`;
    const answer = refusalOf(stage, vote, battle >= 0) ?? (voted.has(key) ? 'already_voted' : 'ok');
    if (answer === 'ok') voted.add(key);
    return answer;
  });
}

function refusalOf({ start, end, forks }: ForkStage, vote: Vote, hasBattle: boolean): VoteAnswer | null {
  if (!forks.some(({ id }) => id === vote.fork)) return 'fork_not_found';
  if (vote.at < start || vote.at >= end) return 'stage_not_open';
  if (!hasBattle) return 'no_battle';
  if (!vote.isVerified) return 'kyc_required';
  return vote.registeredAt >= start ? 'account_too_new' : null;
}

export interface BattleResult extends Battle {
  votesA: number;
  votesB: number;
  winner: number;
}

/** More votes win; of as many, whose last came earlier; without any, or at the same time, the better seed. @param counted votes answered `ok` */
export function battleResult({ a, b }: Battle, counted: readonly Pick<Vote, 'fork' | 'at'>[]): BattleResult {
  const timesOf = (fork: number) => counted.filter((vote) => vote.fork === fork).map(({ at }) => at);
  const [timesA, timesB] = [timesOf(a), timesOf(b)];
  const isTie = timesA.length === timesB.length;
  const isB = isTie ? Math.max(...timesB) < Math.max(...timesA) : timesB.length > timesA.length;
  return { a, b, votesA: timesA.length, votesB: timesB.length, winner: isB ? b : a };
}

/** Who goes on, best seed first: the bye and the winners. */
export function nextForks(forks: readonly Fork[], bye: number | null, results: readonly BattleResult[]): number[] {
  const going = new Set([bye, ...results.map(({ winner }) => winner)]);
  return forks
    .toSorted(bySeed)
    .map(({ id }) => id)
    .filter((id) => going.has(id));
}

function bySeed(a: Fork, b: Fork): number {
  return a.seed - b.seed;
}
