import type { MarketSettings } from '@pelican/shared/engine/spot';
import { buyerCost } from './reference-formulas.ts';

/** The rules of a listing, for settings whose fields have the right types. */
export function areMarketSettingsValid(settings: MarketSettings): boolean {
  const { lotBaseUnits, tickLotQuoteUnits, amountMinLots, amountMaxLots, priceMaxTicks, totalMin } = settings;
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
  const rates = [
    settings.makerFeePpm,
    settings.takerFeePpm,
    settings.serviceFeePpm,
    settings.serviceFeeBuyPpm,
    settings.gstPpm,
    settings.tdsPpm,
    settings.priceBandPpm,
  ];
  if (![lotBaseUnits, tickLotQuoteUnits, amountMaxLots, priceMaxTicks].every(isCount)) return false;
  if (![amountMinLots, totalMin].every((value) => value === 0 || isCount(value))) return false;
  if (!rates.every((rate) => Number.isInteger(rate) && rate >= 0 && rate <= 1_000_000)) return false;
  if (settings.base === settings.quote || amountMinLots > amountMaxLots) return false;
  const value = BigInt(priceMaxTicks) * BigInt(amountMaxLots) * BigInt(tickLotQuoteUnits);
  const fee = Math.max(settings.makerFeePpm, settings.takerFeePpm);
  const cost = buyerCost(value, fee, {
    maker: fee,
    taker: fee,
    gst: settings.gstPpm,
    sellTds: 0,
    buyTds: settings.tdsPpm,
  });
  const max = BigInt(Number.MAX_SAFE_INTEGER);
  return cost <= max && BigInt(amountMaxLots) * BigInt(lotBaseUnits) <= max;
}
