/** An instrument as the formulas take it: the engine's settings with what derives from them, as bigints where money meets it. */
import type { InstrumentSettings, Tier } from '../engine/perpetual/commands.ts';

export interface Instrument {
  id: number;
  name: string;
  /** 10^-8 USDT of one tick times one lot: notional = ticks x lots x unit, exact. */
  unit: bigint;
  /** Price of a tick, contracts of a lot, coins of a contract: times 10^8. */
  tickSize: bigint;
  lotSize: bigint;
  contractValue: bigint;
  makerRate: bigint;
  takerRate: bigint;
  bandX: bigint;
  bandY: bigint;
  bandZ: bigint;
  fundingCap: bigint;
  fundingInterest: bigint;
  fundingDamper: bigint;
  fundingIntervalMs: number;
  impactNotional: bigint;
  staleHaircut: bigint;
  minLots: number;
  maxLimitLots: number;
  maxMarketLots: number;
  priceMaxTicks: number;
  /** Smallest first. */
  tiers: readonly Tier[];
}

const scale = 10n ** 16n;

/** @throws RangeError when a tick times a lot is no whole number of the smallest unit of money */
export function instrumentOf(settings: InstrumentSettings): Instrument {
  const product = BigInt(settings.contractValue) * BigInt(settings.lotSize) * BigInt(settings.tickSize);
  if (product === 0n || product % scale !== 0n)
    throw new RangeError(`${settings.name}: contract value x lot x tick is no whole number of 10^-8`);
  return {
    id: settings.id,
    name: settings.name,
    unit: product / scale,
    tickSize: BigInt(settings.tickSize),
    lotSize: BigInt(settings.lotSize),
    contractValue: BigInt(settings.contractValue),
    makerRate: BigInt(settings.makerRate),
    takerRate: BigInt(settings.takerRate),
    bandX: BigInt(settings.bandX),
    bandY: BigInt(settings.bandY),
    bandZ: BigInt(settings.bandZ),
    fundingCap: BigInt(settings.fundingCap),
    fundingInterest: BigInt(settings.fundingInterest),
    fundingDamper: BigInt(settings.fundingDamper),
    fundingIntervalMs: settings.fundingIntervalMs,
    impactNotional: BigInt(settings.impactNotional),
    staleHaircut: BigInt(settings.staleHaircut),
    minLots: settings.minLots,
    maxLimitLots: settings.maxLimitLots,
    maxMarketLots: settings.maxMarketLots,
    priceMaxTicks: settings.priceMaxTicks,
    tiers: settings.tiers,
  };
}
