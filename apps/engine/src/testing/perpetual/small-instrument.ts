/** Instruments in which nothing divides evenly, for random commands. */
import type { InstrumentSettings } from '@pelican/shared/engine/perpetual';

export const asset = 3;
export const marketIds = [1001, 1002, 1003] as const;

/** A tick times a lot is 7 to 999 of the smallest unit: nothing divides evenly. */
export function smallInstrument(id: number, changes: Partial<InstrumentSettings> = {}): InstrumentSettings {
  return {
    kind: 'instrument',
    id,
    name: `M${id}_USDT`,
    settleAsset: asset,
    contractValue: 100_000_000,
    lotSize: 100_000_000,
    tickSize: [7, 100, 999][id % 3] as number,
    minLots: 1,
    maxLimitLots: 400,
    maxMarketLots: 300,
    priceMaxTicks: 1_000_000,
    makerRate: 20_000,
    takerRate: 50_000,
    bandX: 20_000_000,
    bandY: 20_000_000,
    bandZ: 30_000_000,
    fundingCap: 375_000,
    fundingInterest: 10_000,
    fundingDamper: 50_000,
    fundingIntervalMs: 120_000,
    impactNotional: 100_000,
    staleHaircut: 1_000_000,
    ordersMax: 12,
    algosMax: 6,
    tiers: [
      { maxLots: 20, mmr: 400_000, maxLeverage: 100 },
      { maxLots: 60, mmr: 500_000, maxLeverage: 50 },
      { maxLots: 200, mmr: 1_000_000, maxLeverage: 25 },
      { maxLots: 400, mmr: 2_000_000, maxLeverage: 10 },
    ],
    listedAtMs: 0,
    status: 'open',
    ...changes,
  };
}
