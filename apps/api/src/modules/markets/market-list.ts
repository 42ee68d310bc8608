/** The list of markets with their figures of the last 24 hours. */
import type { MarketListItem, MarketListResponse } from '@pelican/shared/contracts/markets';
import { formatBigUnits, formatUnits } from '@pelican/shared/money';
import { type Catalog, type CatalogAsset, type CatalogMarket, publicMarkets } from '../../catalog/index.ts';
import type { SpotVenue } from '../../live/index.ts';

const ppmScale = 6;

type MarketState = NonNullable<ReturnType<SpotVenue['view']['market']>>;

/**
 * @param favorites names of the caller's favourites
 * @param time Unix seconds
 */
export function viewMarkets(live: SpotVenue, favorites: ReadonlySet<string>, time: number): MarketListItem[] {
  return publicMarkets(live.catalog()).map((market) =>
    viewMarket(market, live.view.market(market.id), favorites.has(market.name), time),
  );
}

/** Assets, as the list of markets has them beside it. */
export function viewCurrencies(assets: readonly CatalogAsset[]): Omit<MarketListResponse, 'marketList'> {
  return {
    currenciesMap: Object.fromEntries(assets.map((asset) => [asset.ticker, viewCurrency(asset)])),
    currenciesImages: Object.fromEntries(assets.map((asset) => [asset.ticker, imageOf(asset)])),
    currenciesTopList: assets.filter((asset) => asset.isTop).map((asset) => asset.ticker),
  };
}

function viewMarket(
  market: CatalogMarket,
  state: MarketState | undefined,
  favorite: boolean,
  time: number,
): MarketListItem {
  const { scale } = market;
  return {
    id: market.id,
    name: market.name,
    stock: market.base.ticker,
    money: market.quote.ticker,
    stock_label: market.base.label,
    money_label: market.quote.label,
    min_amount: market.amountMin,
    max_amount: market.amountMax,
    min_total: market.totalMin,
    price_step: market.priceStep,
    amount_step: market.amountStep,
    price_prec: scale.priceScale,
    amount_prec: scale.amountScale,
    maker_fee: formatUnits(market.makerFeePpm, ppmScale),
    taker_fee: formatUnits(market.takerFeePpm, ppmScale),
    gst: formatUnits(market.gstPpm, ppmScale),
    tds: market.tax === 'none' ? '0' : formatUnits(market.tdsPpm, ppmScale),
    tds_buy: market.tax === 'both' ? formatUnits(market.tdsPpm, ppmScale) : '0',
    tds_exchange: formatUnits(market.tdsPpm, ppmScale),
    price_band: formatUnits(market.priceBandPpm, ppmScale),
    is_new: market.isNew,
    favorite,
    status: market.status,
    groups: groupsOf(market),
    market: viewFigures(market, state, time),
    sparkline: state ? state.day.hourlyCloses(time).map((price) => formatUnits(price, scale.priceScale)) : [],
  };
}

function viewFigures(market: CatalogMarket, state: MarketState | undefined, time: number): MarketListItem['market'] {
  const { priceScale } = market.scale;
  const last = state?.lastPrice ?? 0;
  const price = formatUnits(last, priceScale);
  const day = state?.day.figures(time);
  if (!day) return { price, volume: '0', volumeInMoney: '0', change: '0', high: price, low: price };
  return {
    price,
    volume: formatBigUnits(day.volume, market.base.scale),
    volumeInMoney: formatBigUnits(day.money, market.quote.scale),
    change: percentChange(day.open, day.close),
    high: formatUnits(day.high, priceScale),
    low: formatUnits(day.low, priceScale),
  };
}

/** Change in percent with two decimals, rounded half away from zero. */
function percentChange(open: number, close: number): string {
  if (open === 0) return '0';
  const difference = BigInt(close) - BigInt(open);
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 20_000n + BigInt(open)) / (BigInt(open) * 2n);
  return formatBigUnits(difference < 0n ? -hundredths : hundredths, 2);
}

const mainQuotes = new Set(['INR', 'BTC', 'ETH']);

/** Tabs beside that of the money ticker. Pairs quoted in INR, BTC and ETH do not count as alts. */
function groupsOf({ base, quote }: CatalogMarket): string[] {
  const groups: string[] = [];
  if (!mainQuotes.has(quote.ticker)) groups.push('alts');
  if (quote.isFiat) groups.push('fiat');
  if (base.isStable && quote.isStable) groups.push('stable');
  return groups;
}

function viewCurrency(asset: CatalogAsset): MarketListResponse['currenciesMap'][string] {
  return {
    currency_id: asset.id,
    ticker: asset.ticker,
    label: asset.label,
    image: imageOf(asset),
    is_fiat: asset.isFiat,
    is_stable: asset.isStable,
    is_top: asset.isTop,
    precision: asset.scale,
    display_precision: asset.displayScale,
  };
}

function imageOf(asset: Pick<CatalogAsset, 'ticker'>): string {
  return `/coins/${asset.ticker.toLowerCase()}.svg`;
}

/** Names of a catalog's markets by id, for favourites. */
export function namesOf(catalog: Catalog, ids: number[]): string[] {
  return ids.flatMap((id) => catalog.marketById(id)?.name ?? []);
}
