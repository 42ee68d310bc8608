/**
 * A perpetual instrument (decimals, as in Postgres and on the wire) in the engine's integers and back. The only place that
 * knows how the two relate:
 *   price  = ticks x tickSize
 *   sz     = lots x lotSize, in contracts
 *   amount = sz x contractValue, in coins
 *   money  = units of 10^-8 of the settlement asset; rates are times 10^8
 */
import type { InstrumentSettings } from '../engine/perpetual/commands.ts';
import { formatBigUnits, formatUnits, parseUnits, stripZeros } from './decimal.ts';
import {
  formatLots,
  formatPrice,
  type MarketScale,
  marketScale,
  type ParsedCount,
  parseLots,
  parsePriceTicks,
  parseSteps,
} from './listing.ts';

/** Decimals of money, rates, steps and contract values in the perpetual shard. */
export const perpetualScale = 8;
const one = 10n ** BigInt(perpetualScale);

/** A listing: decimals in strings, sizes in contracts, rates as fractions. */
export interface PerpetualListing {
  id: number;
  name: string;
  settleAsset: number;
  contractValue: string;
  lotSize: string;
  tickSize: string;
  minSize: string;
  maxLimitSize: string;
  maxMarketSize: string;
  priceMax: string;
  makerFee: string;
  takerFee: string;
  bandX: string;
  bandY: string;
  bandZ: string;
  fundingCap: string;
  fundingInterest: string;
  fundingDamper: string;
  fundingIntervalMs: number;
  impactNotional: string;
  staleHaircut: string;
  ordersMax: number;
  algosMax: number;
  tiers: { maxSize: string; mmr: string; maxLeverage: number }[];
  listedAtMs: number;
  status: InstrumentSettings['status'];
}

/** The steps of an instrument, which turn its decimals into integers and back. Make one and keep it. */
export interface InstrumentScale {
  /** Prices, and amounts in coins, as the scales of spot markets have them. */
  market: MarketScale;
  /** Contracts of a lot, times 10^8. */
  lotSize: number;
}

/** @throws RangeError when the steps have more decimals than are kept */
export function instrumentScale(
  settings: Pick<InstrumentSettings, 'contractValue' | 'lotSize' | 'tickSize'>,
): InstrumentScale {
  const coins = BigInt(settings.contractValue) * BigInt(settings.lotSize);
  if (coins % one !== 0n) throw new RangeError('contract value x lot size has more than 8 decimals');
  const asset = { id: 0, ticker: '', scale: perpetualScale };
  const market = marketScale({
    priceStep: formatUnits(settings.tickSize, perpetualScale),
    amountStep: formatBigUnits(coins / one, perpetualScale),
    base: asset,
    quote: asset,
  });
  return { market, lotSize: settings.lotSize };
}

/**
 * The listing as the engine wants it.
 * @throws RangeError when a size is no whole number of lots, a price no whole number of ticks, a figure has more than
 *   eight decimals, or a tick times a lot is no whole number of 10^-8
 */
export function instrumentSettings(listing: PerpetualListing): InstrumentSettings {
  const fixed = (text: string) => fixedOf(text, listing.name);
  const steps = {
    contractValue: fixed(listing.contractValue),
    lotSize: fixed(listing.lotSize),
    tickSize: fixed(listing.tickSize),
  };
  const scale = instrumentScale(steps);
  const lots = (text: string) => countOf(parseContracts(text, scale), `${listing.name}: ${text}`);
  return {
    kind: 'instrument',
    id: listing.id,
    name: listing.name,
    settleAsset: listing.settleAsset,
    ...steps,
    minLots: lots(listing.minSize),
    maxLimitLots: lots(listing.maxLimitSize),
    maxMarketLots: lots(listing.maxMarketSize),
    priceMaxTicks: countOf(parseTicks(listing.priceMax, scale), `${listing.name}: ${listing.priceMax}`),
    makerRate: fixed(listing.makerFee),
    takerRate: fixed(listing.takerFee),
    bandX: fixed(listing.bandX),
    bandY: fixed(listing.bandY),
    bandZ: fixed(listing.bandZ),
    fundingCap: fixed(listing.fundingCap),
    fundingInterest: fixed(listing.fundingInterest),
    fundingDamper: fixed(listing.fundingDamper),
    fundingIntervalMs: listing.fundingIntervalMs,
    impactNotional: fixed(listing.impactNotional),
    staleHaircut: fixed(listing.staleHaircut),
    ordersMax: listing.ordersMax,
    algosMax: listing.algosMax,
    tiers: listing.tiers.map((tier) => ({
      maxLots: lots(tier.maxSize),
      mmr: fixed(tier.mmr),
      maxLeverage: tier.maxLeverage,
    })),
    listedAtMs: listing.listedAtMs,
    status: listing.status,
  };
}

/** The engine's settings as a listing. */
export function listingOfSettings(settings: InstrumentSettings): PerpetualListing {
  const scale = instrumentScale(settings);
  const fixed = (units: number) => formatUnits(units, perpetualScale);
  const size = (lots: number) => formatContracts(lots, scale);
  return {
    id: settings.id,
    name: settings.name,
    settleAsset: settings.settleAsset,
    contractValue: fixed(settings.contractValue),
    lotSize: fixed(settings.lotSize),
    tickSize: fixed(settings.tickSize),
    minSize: size(settings.minLots),
    maxLimitSize: size(settings.maxLimitLots),
    maxMarketSize: size(settings.maxMarketLots),
    priceMax: formatTicks(settings.priceMaxTicks, scale),
    makerFee: fixed(settings.makerRate),
    takerFee: fixed(settings.takerRate),
    bandX: fixed(settings.bandX),
    bandY: fixed(settings.bandY),
    bandZ: fixed(settings.bandZ),
    fundingCap: fixed(settings.fundingCap),
    fundingInterest: fixed(settings.fundingInterest),
    fundingDamper: fixed(settings.fundingDamper),
    fundingIntervalMs: settings.fundingIntervalMs,
    impactNotional: fixed(settings.impactNotional),
    staleHaircut: fixed(settings.staleHaircut),
    ordersMax: settings.ordersMax,
    algosMax: settings.algosMax,
    tiers: settings.tiers.map((tier) => ({
      maxSize: size(tier.maxLots),
      mmr: fixed(tier.mmr),
      maxLeverage: tier.maxLeverage,
    })),
    listedAtMs: settings.listedAtMs,
    status: settings.status,
  };
}

/** A price in ticks, or why it is not one. */
export function parseTicks(text: string, scale: InstrumentScale): ParsedCount {
  return parsePriceTicks(text, scale.market);
}

/** A size in contracts as lots, or why it is not one. */
export function parseContracts(text: string, scale: InstrumentScale): ParsedCount {
  return parseSteps(text, perpetualScale, scale.lotSize);
}

/** An amount of coins as lots, or why it is not one. */
export function parseCoins(text: string, scale: InstrumentScale): ParsedCount {
  return parseLots(text, scale.market);
}

export function formatTicks(ticks: number, scale: InstrumentScale): string {
  return formatPrice(ticks, scale.market);
}

/** Lots as contracts. */
export function formatContracts(lots: number, scale: InstrumentScale): string {
  return formatBigUnits(BigInt(lots) * BigInt(scale.lotSize), perpetualScale);
}

/** Lots as coins. */
export function formatCoins(lots: number, scale: InstrumentScale): string {
  return formatLots(lots, scale.market);
}

/** Money, or a price or rate of 8 decimals, from units of 10^-8. */
export function formatMoney(units: bigint): string {
  return formatBigUnits(units, perpetualScale);
}

/** A rate (times 10^8, may be below zero) as a fraction. */
export function formatRate(rate: number): string {
  return formatUnits(rate, perpetualScale);
}

/** A decimal, which may be below zero (a rebate), times 10^8. */
function fixedOf(text: string, name: string): number {
  const isNegative = text.startsWith('-');
  const parsed = parseUnits(stripZeros(isNegative ? text.slice(1) : text), perpetualScale);
  if ('problem' in parsed) throw new RangeError(`${name}: ${text} ${parsed.problem}`);
  return isNegative ? -parsed.units : parsed.units;
}

function countOf(parsed: ParsedCount, what: string): number {
  if ('problem' in parsed) throw new RangeError(`${what} ${parsed.problem}`);
  return parsed.count;
}
