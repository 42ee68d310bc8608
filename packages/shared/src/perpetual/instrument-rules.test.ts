import { expect, it } from 'vitest';
import { instrumentProblem } from './instrument-rules.ts';

const bitcoin = {
  kind: 'instrument',
  id: 1001,
  name: 'BTC_USDT',
  settleAsset: 2,
  contractValue: 1_000_000,
  lotSize: 1_000_000,
  tickSize: 10_000_000,
  minLots: 1,
  maxLimitLots: 1_000_000,
  maxMarketLots: 200_000,
  priceMaxTicks: 10_000_000,
  makerRate: 20_000,
  takerRate: 50_000,
  bandX: 2_000_000,
  bandY: 2_000_000,
  bandZ: 5_000_000,
  fundingCap: 375_000,
  fundingInterest: 10_000,
  fundingDamper: 50_000,
  fundingIntervalMs: 28_800_000,
  impactNotional: 2_000_000_000_000,
  staleHaircut: 1_000_000,
  ordersMax: 500,
  algosMax: 100,
  tiers: [
    { maxLots: 1000, mmr: 400_000, maxLeverage: 100 },
    { maxLots: 2000, mmr: 500_000, maxLeverage: 50 },
  ],
  listedAtMs: 0,
  status: 'halted',
};
const one = 100_000_000;

it('an instrument, a rebate of the whole taker fee included', () => {
  expect(instrumentProblem(bitcoin)).toBeUndefined();
  expect(instrumentProblem({ ...bitcoin, makerRate: -50_000 })).toBeUndefined();
});

it.each([
  [{ makerRate: -50_001 }, /makerFee/],
  [{ makerRate: one }, /makerFee/],
  [{ takerRate: one }, /takerFee/],
  [{ bandX: one }, /bandX/],
  [{ bandZ: -1 }, /bandZ/],
  [{ fundingCap: one }, /fundingCap/],
  [{ fundingDamper: one }, /fundingDamper/],
  [{ fundingInterest: one }, /fundingInterest/],
  [{ staleHaircut: one }, /staleHaircut/],
  [{ minLots: 0 }, /minSize/],
  [{ ordersMax: 1.5 }, /ordersMax/],
  [{ tiers: [] }, /tiers/],
  [{ tiers: [...bitcoin.tiers].reverse() }, /tiers/],
  [{ tiers: [null] }, /tiers/],
  [{ tiers: [{ maxLots: 1000, mmr: 990_000, maxLeverage: 100 }] }, /each tier/],
  [{ lotSize: 1 }, /no whole number/],
  [{ status: 'ajar' }, /status/],
  [{ name: 7 }, /name/],
])('none: %j', (change, problem) => {
  expect(instrumentProblem({ ...bitcoin, ...change })).toMatch(problem);
});
