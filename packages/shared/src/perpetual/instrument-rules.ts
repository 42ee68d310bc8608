/** What an instrument's settings must be. The engine refuses others, and the API checks by the same rules before it commits a change. */
import type { InstrumentSettings, Tier } from '../engine/perpetual/commands.ts';
import { instrumentOf } from './instrument.ts';
import { hasRoomInEveryTier } from './tiers.ts';

type Content = Record<string, unknown>;

const idMax = 65_535;
const nameLengthMax = 31;
const rateOne = 100_000_000;
const leverageMax = 1_000;

/** With the names that operators know them by. */
const positive = {
  contractValue: 'contractValue',
  lotSize: 'lotSize',
  tickSize: 'tickSize',
  minLots: 'minSize',
  maxLimitLots: 'maxLimitSize',
  maxMarketLots: 'maxMarketSize',
  priceMaxTicks: 'priceMax',
  fundingIntervalMs: 'fundingIntervalMs',
  impactNotional: 'impactNotional',
  ordersMax: 'ordersMax',
  algosMax: 'algosMax',
} as const satisfies { [Field in keyof InstrumentSettings]?: string };

const rates = {
  takerRate: 'takerFee',
  bandX: 'bandX',
  bandY: 'bandY',
  bandZ: 'bandZ',
  fundingCap: 'fundingCap',
  fundingDamper: 'fundingDamper',
  staleHaircut: 'staleHaircut',
} as const satisfies { [Field in keyof InstrumentSettings]?: string };

/** Why the content is no instrument's settings; undefined when it is. It may be anything: nothing is thrown. */
export function instrumentProblem(content: Content): string | undefined {
  const { takerRate } = content;
  if (!hasIdentity(content)) return 'its ids, name, status or time of listing are not valid';
  const notPositive = Object.entries(positive).find(([field]) => !isBetween(content[field], 1));
  if (notPositive) return `${notPositive[1]} must be above 0`;
  const noRate = Object.entries(rates).find(([field]) => !isBetween(content[field], 0, rateOne - 1));
  if (noRate) return `${noRate[1]} must be from 0 to below 1`;
  // The house never pays for a trade.
  if (!isBetween(content.makerRate, -(takerRate as number), rateOne - 1))
    return 'makerFee must be below 1, and a rebate no more than takerFee';
  if (!isBetween(content.fundingInterest, 1 - rateOne, rateOne - 1)) return 'fundingInterest must be between -1 and 1';
  if (!isTierList(content.tiers))
    return 'tiers must be a list in which sizes rise, maintenance margin rates do not fall and leverages do not rise';
  return termsProblem(content as unknown as InstrumentSettings);
}

function termsProblem(settings: InstrumentSettings): string | undefined {
  try {
    return hasRoomInEveryTier(instrumentOf(settings))
      ? undefined
      : 'in each tier 1/leverage must be above its maintenance margin rate and the taker fee';
  } catch (error) {
    return (error as Error).message;
  }
}

function isBetween(value: unknown, low: number, high = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

function hasIdentity({ id, settleAsset, name, status, listedAtMs }: Content): boolean {
  return (
    isBetween(id, 1, idMax) &&
    isBetween(settleAsset, 1, idMax) &&
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= nameLengthMax &&
    isBetween(listedAtMs, 0) &&
    (status === 'open' || status === 'closeOnly' || status === 'halted')
  );
}

/** Sizes and maintenance rates rise, leverages do not. */
function isTierList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const tiers = value as Partial<Tier>[];
  return tiers.every((tier, at) => {
    const below = tiers[at - 1];
    const isShaped =
      isBetween(tier?.maxLots, 1) &&
      isBetween(tier?.mmr, 0, rateOne - 1) &&
      isBetween(tier?.maxLeverage, 1, leverageMax);
    if (!isShaped || !below) return isShaped;
    const { maxLots = 0, mmr = 0, maxLeverage = 0 } = tier;
    return maxLots > (below.maxLots ?? 0) && mmr >= (below.mmr ?? 0) && maxLeverage <= (below.maxLeverage ?? 0);
  });
}
