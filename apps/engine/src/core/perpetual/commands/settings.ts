/** Settings as a configure command brings them: JSON that may be anything. */
import type {
  AccountSettings,
  AssetSettings,
  InstrumentSettings,
  Settings,
  Tier,
} from '@pelican/shared/engine/perpetual';
import { hasRoomInEveryTier, instrumentOf } from '@pelican/shared/perpetual';
import { isPerson } from './checks.ts';

type Content = Record<string, unknown>;

/** The settings, or undefined when a field is missing, of another type or out of its range. */
export function parseSettings(text: string): Settings | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null) return undefined;
    const { kind } = content as Content;
    if (kind === 'asset' && isAsset(content as Content)) return content as unknown as AssetSettings;
    if (kind === 'instrument') return instrumentIn({ ...addedLater, ...content });
    if (kind === 'account' && isAccount(content as Content)) return content as unknown as AccountSettings;
    return undefined;
  } catch {
    return undefined;
  }
}

/** Fields that a command of an older journal lacks. */
const addedLater = { staleHaircut: 1_000_000 };

function instrumentIn(content: Content): InstrumentSettings | undefined {
  return isInstrument(content) ? (content as unknown as InstrumentSettings) : undefined;
}

const idMax = 65_535;
const rateOne = 100_000_000;
/** Money is kept with so many decimals. */
const scaleMax = 8;

function isBetween(value: unknown, low: number, high = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 31;
}

function isAsset({ id, ticker, scale }: Content): boolean {
  return isBetween(id, 1, idMax) && isName(ticker) && isBetween(scale, 0, scaleMax);
}

function isAccount({ id, closeOnly }: Content): boolean {
  return Number.isSafeInteger(id) && isPerson(id as number) && typeof closeOnly === 'boolean';
}

const positive = [
  'contractValue',
  'lotSize',
  'tickSize',
  'minLots',
  'maxLimitLots',
  'maxMarketLots',
  'priceMaxTicks',
  'fundingIntervalMs',
  'impactNotional',
  'ordersMax',
  'algosMax',
] as const satisfies (keyof InstrumentSettings)[];

const rates = [
  'takerRate',
  'bandX',
  'bandY',
  'bandZ',
  'fundingCap',
  'fundingDamper',
  'staleHaircut',
] as const satisfies (keyof InstrumentSettings)[];

function isInstrument(content: Content): boolean {
  const { id, settleAsset, name, makerRate, takerRate, fundingInterest, listedAtMs, status, tiers } = content;
  const isShaped =
    isBetween(id, 1, idMax) &&
    isBetween(settleAsset, 1, idMax) &&
    isName(name) &&
    positive.every((field) => isBetween(content[field], 1)) &&
    rates.every((field) => isBetween(content[field], 0, rateOne - 1)) &&
    // A rebate is no more than the taker's fee: the house never pays for a trade.
    isBetween(makerRate, -(takerRate as number), rateOne - 1) &&
    isBetween(fundingInterest, 1 - rateOne, rateOne - 1) &&
    isBetween(listedAtMs, 0) &&
    (status === 'open' || status === 'closeOnly' || status === 'halted') &&
    isTierList(tiers);
  // What can not be an instrument throws; that is a refusal here.
  return isShaped && hasRoomInEveryTier(instrumentOf(content as unknown as InstrumentSettings));
}

/** Sizes and maintenance rates rise, leverages do not. */
function isTierList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const tiers = value as Partial<Tier>[];
  return tiers.every((tier, at) => {
    const below = tiers[at - 1];
    const isShaped =
      isBetween(tier?.maxLots, 1) && isBetween(tier?.mmr, 0, rateOne - 1) && isBetween(tier?.maxLeverage, 1, 1000);
    if (!isShaped || !below) return isShaped;
    const { maxLots = 0, mmr = 0, maxLeverage = 0 } = tier;
    return maxLots > (below.maxLots ?? 0) && mmr >= (below.mmr ?? 0) && maxLeverage <= (below.maxLeverage ?? 0);
  });
}
