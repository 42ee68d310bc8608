import type { MarketSettings } from './commands.ts';

const million = 1_000_000n;
const unitsMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether the market's largest order, in base and in quote with all charges, is an exact integer for the engine. */
export function keepsRange(settings: MarketSettings): boolean {
  if (settings.base === settings.quote || settings.amountMinLots > settings.amountMaxLots) return false;
  const value = BigInt(settings.priceMaxTicks) * BigInt(settings.amountMaxLots) * BigInt(settings.tickLotQuoteUnits);
  const feePpm = BigInt(Math.max(settings.makerFeePpm, settings.takerFeePpm));
  const fee = (value * feePpm + million - 1n) / million;
  const gst = (fee * BigInt(settings.gstPpm) + million - 1n) / million;
  const tds = (value * BigInt(settings.tdsPpm)) / million;
  const base = BigInt(settings.amountMaxLots) * BigInt(settings.lotBaseUnits);
  return value + fee + gst + tds <= unitsMax && base <= unitsMax;
}
