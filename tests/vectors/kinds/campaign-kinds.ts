/** burn_item, signup_bonus, fork_stage, hunger_game. */
import {
  activateBurning,
  answerVotes,
  battleResult,
  battlesOf,
  bonusAmount8,
  bonusBalances,
  bonusState,
  burningEnd,
  burningShares,
  nextForks,
  nothingBurned,
  playGame,
  type VerificationEvent,
} from '@pelican/shared/campaigns';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { parse8, text8 } from '../vector-instrument.ts';

interface BurnInput {
  scale: number;
  activation_amount: string;
  target_amount: string;
  start: number;
  end: number;
  reward_scale: number;
  reward_pool: string;
  now: number;
  requests: { at: number; user: number; available: string }[];
}

export function runBurnItem(input: BurnInput): object {
  const units = (text: string) => parseBigUnits(text, input.scale);
  const item = {
    activationAmount: units(input.activation_amount),
    targetAmount: units(input.target_amount),
    start: input.start,
    end: input.end,
    rewardPool: parseBigUnits(input.reward_pool, input.reward_scale),
  };
  let state = nothingBurned;
  const answers = input.requests.map(({ at, user, available }) => {
    const next = activateBurning(item, state, { user, available: units(available) }, at);
    if (typeof next === 'string') return next;
    state = next;
    return 'ok';
  });
  const finishedAt = burningEnd(item, state, input.now);
  const { share, rewarded, returned } = burningShares(item, state.users.size);
  const text = (reward: bigint) => (finishedAt === null ? null : formatBigUnits(reward, input.reward_scale));
  return {
    answers,
    activations: state.users.size,
    burned: formatBigUnits(state.burned, input.scale),
    status: finishedAt === null ? 'ACTIVE' : 'FINISH',
    finished_at: finishedAt,
    share: text(share),
    rewarded: text(rewarded),
    returned: text(returned),
  };
}

interface BonusInput {
  inr: string;
  btc_inr: string;
  fund: string;
  granted_at: number;
  expire_days: number;
  linked: boolean;
  kyc: VerificationEvent[];
  now: number;
}

export function runSignUpBonus(input: BonusInput): object {
  const { now } = input;
  const amount = bonusAmount8(parse8(input.inr), parse8(input.btc_inr));
  const expiresAt = input.granted_at + input.expire_days * 86_400;
  const isDenied = input.linked || amount > parse8(input.fund);
  const state = bonusState({ expiresAt, isDenied }, input.kyc, now);
  const { main, bonus, promo } = bonusBalances(amount, state);
  return {
    amount: text8(amount),
    expires_at: expiresAt,
    state,
    waiting: state === 'locked' && now >= expiresAt,
    countdown: state === 'locked' ? Math.max(0, expiresAt - now) : 0,
    signup_bonus_amount: text8(bonus),
    main: text8(main),
    promo: text8(promo),
  };
}

interface StageInput {
  forks: { id: number; seed: number }[];
  start: number;
  end: number;
  votes: { user: number; kyc: boolean; registered_at: number; fork: number; at: number }[];
}

export function runForkStage({ forks, start, end, votes }: StageInput): object {
  const answers = answerVotes(
    { start, end, forks },
    votes.map((vote) => ({ ...vote, isVerified: vote.kyc, registeredAt: vote.registered_at })),
  );
  const counted = votes.filter((_, at) => answers[at] === 'ok');
  const { bye, battles } = battlesOf(forks);
  const results = battles.map((battle) => battleResult(battle, counted));
  return {
    answers,
    bye,
    battles: results.map(({ a, b, votesA, votesB, winner }) => ({ a, b, votes_a: votesA, votes_b: votesB, winner })),
    next: nextForks(forks, bye, results),
  };
}

interface GameInput {
  scale: number;
  pool: string;
  rounds: { start: number; end: number; quota: number }[];
  players: { user: number; activated_at: number }[];
  referrals: { player: number; signed_up_at: number; qualified_at: number; linked: boolean }[];
}

export function runHungerGame(input: GameInput): object {
  const game = playGame(
    input.rounds,
    input.players.map(({ user, activated_at: activatedAt }) => ({ user, activatedAt })),
    input.referrals.map((referral) => ({
      player: referral.player,
      signedUpAt: referral.signed_up_at,
      qualifiedAt: referral.qualified_at,
      isLinked: referral.linked,
    })),
    parseBigUnits(input.pool, input.scale),
  );
  return {
    refused: game.refused,
    rounds: game.rounds.map(({ alive, survivors }, at) => ({ round: at + 1, alive, survivors })),
    winners: game.winners.map(({ user, weight, prize }) => ({
      user,
      weight,
      prize: formatBigUnits(prize, input.scale),
    })),
    returned: formatBigUnits(game.returned, input.scale),
  };
}
