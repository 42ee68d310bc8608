/** Reads the JSON of a Configure command into settings with every field checked, always in the same field order. */
import {
  type AssetSettings,
  keepsRange,
  type MarketSettings,
  type ShardSettings,
  type UserSettings,
} from '@pelican/shared/engine/spot';
import { ratePpmMax, safeMax } from '../kernel/limits.ts';

export type Settings = AssetSettings | MarketSettings | UserSettings | ShardSettings;

type Fields = Record<string, unknown>;

const idMax = 0xffff;
const scaleMax = 18;
const textLengthMax = 64;
const openOrdersMaxMax = 1_000_000;

/** The settings that a JSON text means, or undefined when it means none. */
export function parseSettings(text: string): Settings | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  switch (fields.kind) {
    case 'asset':
      return parseAsset(fields);
    case 'market':
      return parseMarket(fields);
    case 'user':
      return parseUser(fields);
    case 'shard':
      return parseShard(fields);
    default:
      return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON means not settings: the caller answers invalidSettings.
    return undefined;
  }
}

function isInteger(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max && !Object.is(value, -0);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= textLengthMax;
}

function areIntegers(fields: Fields, names: readonly string[], min: number, max: number): boolean {
  return names.every((name) => isInteger(fields[name], min, max));
}

function parseAsset(fields: Fields): AssetSettings | undefined {
  const { id, ticker, scale } = fields;
  if (!isInteger(id, 1, idMax) || !isText(ticker) || !isInteger(scale, 0, scaleMax)) return undefined;
  return { kind: 'asset', id, ticker, scale };
}

const steps = ['lotBaseUnits', 'tickLotQuoteUnits', 'amountMaxLots', 'priceMaxTicks'] as const;
const minimums = ['amountMinLots', 'totalMin'] as const;
const rates = [
  'priceBandPpm',
  'makerFeePpm',
  'takerFeePpm',
  'serviceFeePpm',
  'serviceFeeBuyPpm',
  'gstPpm',
  'tdsPpm',
] as const;
const choices = {
  tax: ['none', 'sell', 'both'],
  status: ['open', 'cancelOnly', 'closed'],
  selfTrade: ['cancelResting', 'cancelTaker', 'allow'],
} as const;

function parseMarket(fields: Fields): MarketSettings | undefined {
  const isValid =
    areIntegers(fields, ['id', 'base', 'quote'], 1, idMax) &&
    isText(fields.name) &&
    areIntegers(fields, steps, 1, safeMax) &&
    areIntegers(fields, minimums, 0, safeMax) &&
    areIntegers(fields, rates, 0, ratePpmMax) &&
    Object.entries(choices).every(([name, allowed]) => (allowed as readonly unknown[]).includes(fields[name]));
  if (!isValid) return undefined;
  const given = fields as unknown as MarketSettings;
  const settings: MarketSettings = {
    kind: 'market',
    id: given.id,
    name: given.name,
    base: given.base,
    quote: given.quote,
    lotBaseUnits: given.lotBaseUnits,
    tickLotQuoteUnits: given.tickLotQuoteUnits,
    amountMinLots: given.amountMinLots,
    amountMaxLots: given.amountMaxLots,
    totalMin: given.totalMin,
    priceMaxTicks: given.priceMaxTicks,
    priceBandPpm: given.priceBandPpm,
    makerFeePpm: given.makerFeePpm,
    takerFeePpm: given.takerFeePpm,
    serviceFeePpm: given.serviceFeePpm,
    serviceFeeBuyPpm: given.serviceFeeBuyPpm,
    gstPpm: given.gstPpm,
    tdsPpm: given.tdsPpm,
    tax: given.tax,
    status: given.status,
    selfTrade: given.selfTrade,
  };
  return keepsRange(settings) ? settings : undefined;
}

function parseUser(fields: Fields): UserSettings | undefined {
  const { customFee, taxable, openOrdersMax } = fields;
  const fees = parseFees(fields.fees);
  const isValid = typeof customFee === 'boolean' && typeof taxable === 'boolean' && fees !== undefined;
  if (!isValid || !isInteger(openOrdersMax, 0, openOrdersMaxMax)) return undefined;
  return { kind: 'user', customFee, taxable, fees, openOrdersMax };
}

/** Sorted by market, one line a market. */
function parseFees(value: unknown): UserSettings['fees'] | undefined {
  if (!Array.isArray(value)) return undefined;
  const fees: UserSettings['fees'] = [];
  for (const line of value as unknown[]) {
    if (typeof line !== 'object' || line === null) return undefined;
    const { market, makerFeePpm, takerFeePpm } = line as Fields;
    const isValid =
      isInteger(market, 0, idMax) && isInteger(makerFeePpm, 0, ratePpmMax) && isInteger(takerFeePpm, 0, ratePpmMax);
    if (!isValid || fees.some((fee) => fee.market === market)) return undefined;
    fees.push({ market, makerFeePpm, takerFeePpm });
  }
  return fees.sort((a, b) => a.market - b.market);
}

function parseShard(fields: Fields): ShardSettings | undefined {
  const { serviceAsset, pivotAsset } = fields;
  if (!isInteger(serviceAsset, 0, idMax) || !isInteger(pivotAsset, 0, idMax)) return undefined;
  return { kind: 'shard', serviceAsset, pivotAsset };
}
