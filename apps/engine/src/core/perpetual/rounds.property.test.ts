import { HouseUser, MarginMode, Op, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { Crowd, fundingTimeMs, startTicks } from '../../testing/perpetual/crowd.ts';
import { GuardedCrowd } from '../../testing/perpetual/guarded-crowd.ts';
import { WholeRounds } from '../../testing/perpetual/model/whole-rounds.ts';
import { asset } from '../../testing/perpetual/small-instrument.ts';
import { Random } from '../../testing/random.ts';

const timeoutMs = 600_000;
const pairs = 160;
const seeds = [1, 2, 3];
/** More than the fund can lose in a round, so that what it decides does not depend on how the round is cut. */
const wealth = 1_000_000_000_000n;
/** Lots that are taken over behind the tick are first worked in the next one. */
const lotAges = ['lot age'];

/** Pairs of random sizes, prices, leverages and modes; nobody is due at the start. */
function mixedCrowd(random: Random, fund: bigint): Crowd {
  const crowd = new Crowd(0);
  crowd.send({ kind: Op.transferIn, user: HouseUser.fund, asset, transferId: 1_000_000, amount: fund });
  for (let pair = 0; pair < pairs; pair++) {
    const lots = random.integer(1, 20);
    const ticks = startTicks + random.integer(-3, 3);
    for (const position of [PositionSide.short, PositionSide.long]) {
      const mode = random.pick([MarginMode.isolated, MarginMode.isolated, MarginMode.cross]);
      crowd.open(2 * pair + 101 + position, position, lots, ticks, random.pick([5, 10, 20]), mode);
    }
  }
  crowd.tick(startTicks);
  crowd.finish();
  return crowd;
}

describe('a round that is cut into commands leaves and tells what the model does at once', {
  timeout: timeoutMs,
}, () => {
  it.each(seeds)('funding, at the terms of its time (seed %i)', (seed) => {
    const crowd = mixedCrowd(new Random(seed), 1_000_000n);
    crowd.n = fundingTimeMs / 1000 - 1;
    const rounds = new WholeRounds(crowd);
    expect(rounds.round(() => crowd.tick(startTicks + 2))).toBeGreaterThan(0);
  });

  it.each(seeds)('liquidations that the fund takes over (seed %i)', (seed) => {
    const crowd = mixedCrowd(new Random(seed), wealth);
    const rounds = new WholeRounds(crowd);
    expect(rounds.round(() => crowd.tick(startTicks * 0.8), lotAges)).toBeGreaterThan(0);
    expect(crowd.shard.fund.lots.size).toBeGreaterThan(64);
  });

  it.each(seeds)('liquidations of which users close all, because the fund has lost a third (seed %i)', (seed) => {
    const crowd = mixedCrowd(new Random(seed), wealth);
    crowd.withdraw(HouseUser.fund, wealth / 2n);
    const rounds = new WholeRounds(crowd);
    expect(rounds.round(() => crowd.tick(startTicks * 0.8), lotAges)).toBeGreaterThan(0);
    expect(crowd.shard.fund.lots.size).toBe(0);
    expect(crowd.shard.lastLotId).toBeGreaterThan(64);
  });

  it('stops that one price reaches, and what they sell', () => {
    const crowd = new GuardedCrowd(pairs, PriceSource.mark);
    crowd.bid(2000, startTicks - 62);
    const rounds = new WholeRounds(crowd);
    expect(rounds.round(() => crowd.tick(startTicks - 60))).toBeGreaterThan(0);
    expect(crowd.stopsOfLongs()).toEqual([]);
  });

  it('fired stops that find nobody, and are sent again', () => {
    const crowd = new GuardedCrowd(pairs, PriceSource.mark);
    const rounds = new WholeRounds(crowd);
    expect(rounds.round(() => crowd.tick(startTicks - 60))).toBeGreaterThan(0);
    const sendAgain = () => {
      crowd.bid(2000, startTicks - 62);
      crowd.tick(startTicks - 60);
    };
    expect(rounds.round(sendAgain)).toBeGreaterThan(0);
    expect(crowd.stopsOfLongs()).toEqual([]);
  });

  it('orders that a halt pauses, and its end resumes', () => {
    const crowd = new GuardedCrowd(510, PriceSource.mark);
    const rounds = new WholeRounds(crowd);
    for (const status of ['halted', 'open'] as const) {
      const change = () => {
        crowd.configure({ status });
        crowd.tick(startTicks);
      };
      expect(rounds.round(change)).toBeGreaterThan(0);
    }
  });
});
