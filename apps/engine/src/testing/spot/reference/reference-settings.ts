import { type Configure, EventKind, houseUserMin, type MarketSettings, RejectCode } from '@pelican/shared/engine/spot';
import { buyerCost } from './reference-formulas.ts';
import type { ConfiguredShard } from './reference-state.ts';

export function configure(shard: ConfiguredShard, { user, settings }: Configure): RejectCode {
  switch (settings.kind) {
    case 'asset': {
      const known = shard.assets.get(settings.id);
      if (known && known.scale !== settings.scale) return RejectCode.invalidSettings;
      shard.assets.set(settings.id, { scale: settings.scale, total: known?.total ?? 0n });
      break;
    }
    case 'market': {
      const code = configureMarket(shard, settings);
      if (code !== RejectCode.none) return code;
      break;
    }
    case 'user':
      if (user === 0 || user >= houseUserMin) return RejectCode.invalidSettings;
      shard.user(user).settings = settings;
      break;
    case 'shard': {
      const isKnown = (asset: number) => asset === 0 || shard.assets.has(asset);
      if (!isKnown(settings.serviceAsset) || !isKnown(settings.pivotAsset)) return RejectCode.unknownAsset;
      shard.service = settings;
    }
  }
  shard.events.push({ kind: EventKind.settingsChanged, user, text: JSON.stringify(settings) });
  return RejectCode.none;
}

function configureMarket(shard: ConfiguredShard, settings: MarketSettings): RejectCode {
  if (!areMarketSettingsValid(settings)) return RejectCode.invalidSettings;
  if (!shard.assets.has(settings.base) || !shard.assets.has(settings.quote)) return RejectCode.unknownAsset;
  const known = shard.markets.get(settings.id);
  const stepsOf = (of: MarketSettings) => [of.base, of.quote, of.lotBaseUnits, of.tickLotQuoteUnits].join();
  const hasOtherSteps = known !== undefined && stepsOf(known.settings) !== stepsOf(settings);
  if (hasOtherSteps && known.orders.length > 0) return RejectCode.invalidSettings;
  shard.markets.set(settings.id, {
    orders: known?.orders ?? [],
    trades: known?.trades ?? 0,
    lastPrice: hasOtherSteps ? 0 : (known?.lastPrice ?? 0),
    settings,
  });
  return RejectCode.none;
}

/** The rules of a listing, for settings whose fields have the right types. */
function areMarketSettingsValid(settings: MarketSettings): boolean {
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
