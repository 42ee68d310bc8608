/** Instruments and the perpetual market list as the wire shows them. */
import type { Instrument, Leverages, PerpetualListItem } from '@pelican/shared/contracts/perpetual';
import { MarginMode, MarketState, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatCoins, formatRate, formatTicks, formatUnits } from '@pelican/shared/money';
import type { CatalogInstrument } from '../../catalog/index.ts';
import type { LivePerpetualData, PerpetualMarketState } from '../../live/index.ts';
import { dayView } from '../../live/index.ts';
import { marketStatusNames } from './wire-names.ts';

type Live = Pick<LivePerpetualData, 'view' | 'catalog'>;

/** GET /v3/derivatives/instruments */
export function viewInstruments(live: Live): Instrument[] {
  return live.catalog().instruments.map((instrument) => viewInstrument(instrument, live.view.market(instrument.id)));
}

function viewInstrument(instrument: CatalogInstrument, state: PerpetualMarketState | undefined): Instrument {
  const { listing } = instrument;
  return {
    id: instrument.id,
    market: instrument.name,
    stock: instrument.base.ticker,
    money: instrument.settleTicker,
    stock_label: instrument.base.label,
    ct_val: listing.contractValue,
    lot_sz: listing.lotSize,
    min_sz: listing.minSize,
    tick_sz: listing.tickSize,
    max_limit_sz: listing.maxLimitSize,
    max_market_sz: listing.maxMarketSize,
    maker_fee: listing.makerFee,
    taker_fee: listing.takerFee,
    max_leverage: highestLeverage(instrument),
    funding_interval: listing.fundingIntervalMs,
    status: statusOf(instrument, state),
    max_buy_price: priceView(state?.maxBuyTicks ?? 0, instrument),
    min_sell_price: priceView(state?.minSellTicks ?? 0, instrument),
    tiers: listing.tiers.map((tier, index) => ({
      tier: index + 1,
      max_sz: tier.maxSize,
      mmr: tier.mmr,
      max_leverage: String(tier.maxLeverage),
    })),
  };
}

/** The operator's setting applies until the engine publishes a state. */
function statusOf(instrument: CatalogInstrument, state: PerpetualMarketState | undefined): string {
  if (instrument.settings.status === 'halted') return marketStatusNames[MarketState.halted];
  return marketStatusNames[state?.status ?? MarketState.open];
}

/** GET /v3/derivatives/max-leverages */
export function viewMaxLeverages(live: Live): Record<string, string> {
  return Object.fromEntries(live.catalog().instruments.map((one) => [one.name, highestLeverage(one)]));
}

function highestLeverage({ listing }: CatalogInstrument): string {
  return String(Math.max(...listing.tiers.map((tier) => tier.maxLeverage)));
}

/** GET /v3/get-leverages: of one instrument, or of all. */
export function viewLeverages(
  live: Live,
  userId: number,
  instruments: readonly CatalogInstrument[],
): Leverages['result'] {
  const { leverages } = live.view;
  return Object.fromEntries(
    instruments.map(({ id, name }) => [
      name,
      {
        cross: String(leverages.get(userId, id, MarginMode.cross, PositionSide.long)),
        isolated_long: String(leverages.get(userId, id, MarginMode.isolated, PositionSide.long)),
        isolated_short: String(leverages.get(userId, id, MarginMode.isolated, PositionSide.short)),
      },
    ]),
  );
}

/**
 * GET /v3/derivatives/markets
 * @param favorites names of the caller's favourites
 */
export function viewPerpetualMarkets(live: Live, favorites: ReadonlySet<string>, nowMs: number): PerpetualListItem[] {
  return live
    .catalog()
    .instruments.map((one) => viewPerpetualMarket(one, live.view.market(one.id), favorites.has(one.name), nowMs));
}

function viewPerpetualMarket(
  instrument: CatalogInstrument,
  state: PerpetualMarketState | undefined,
  favorite: boolean,
  nowMs: number,
): PerpetualListItem {
  const { scale } = instrument;
  const day = state && dayView(state, nowMs);
  const price = day?.last ?? '0';
  const funding = state?.funding;
  const closes = state?.day.hourlyCloses(Math.floor(nowMs / 1000)) ?? [];
  return {
    id: instrument.id,
    name: instrument.name,
    stock: instrument.base.ticker,
    money: instrument.settleTicker,
    stock_label: instrument.base.label,
    image: `/coins/${instrument.base.ticker.toLowerCase()}.svg`,
    min_amount: formatCoins(instrument.settings.minLots, instrument.steps),
    favorite,
    price_prec: scale.priceScale,
    amount_prec: scale.amountScale,
    markPrice: priceView(state?.markTicks ?? 0, instrument),
    indexPrice: priceView(state?.indexTicks ?? 0, instrument),
    open_interest: formatCoins(state?.openInterestLots ?? 0, instrument.steps),
    funding: {
      currentRate: formatRate(funding?.currentRate ?? 0),
      nextRate: formatRate(funding?.nextRate ?? 0),
      currentTime: funding?.currentTimeMs ?? 0,
      nextTime: funding?.nextTimeMs ?? 0,
    },
    market: {
      price,
      volume: day?.volume ?? '0',
      volumeInMoney: day?.deal ?? '0',
      change: day?.change ?? '0',
      high: day && day.high !== '0' ? day.high : price,
      low: day && day.low !== '0' ? day.low : price,
    },
    sparkline: closes.map((close) => formatUnits(close, scale.priceScale)),
  };
}

/** "" before it is known. */
function priceView(ticks: number, instrument: CatalogInstrument): string {
  return ticks === 0 ? '' : formatTicks(ticks, instrument.steps);
}
