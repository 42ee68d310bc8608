/** Prices, and what coins are worth by them, as texts of the wire; null without a fresh price. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import { type Debt, levelPrices } from '@pelican/shared/loans';
import { formatBigUnits, halfUpDiv, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { CatalogAsset } from '../../catalog/index.ts';
import type { LoanSides } from './postings.ts';
import type { LoanPrices } from './prices.ts';
import type { LoanCatalog } from './settings.ts';

const shownPriceScale = 8;
const shownScale = 2;
const dollar = 'USDT';

type Asset = Pick<CatalogAsset, 'ticker' | 'scale'>;

export function priceText(price: bigint): string {
  return formatBigUnits(price, shownPriceScale);
}

/** The newest index. */
export function indexText(prices: LoanPrices, ticker: string, money: string): string | null {
  if (ticker === money) return '1';
  const { price } = prices.of(ticker, money);
  return price.isFresh ? priceText(price.index) : null;
}

/** What coins are worth by the newest index, in money with two decimals, half up. */
function valueText(prices: LoanPrices, coins: bigint, { ticker, scale }: Asset, money: string): string | null {
  const { price } = prices.of(ticker, money);
  if (!price.isFresh) return null;
  const cut = 10n ** BigInt(scale + shownPriceScale - shownScale);
  return formatBigUnits(halfUpDiv(coins * price.index, cut), shownScale);
}

/** @param amount of the asset, as Postgres has it */
export function dollarText(prices: LoanPrices, amount: string, asset: Asset): string | null {
  if (asset.ticker === dollar) return stripZeros(amount);
  return valueText(prices, parseBigUnits(amount, asset.scale), asset, dollar);
}

/** What pledges of several coins are worth together; null when of one of them it is not known. */
export function pledgesText(
  prices: LoanPrices,
  assets: Pick<LoanCatalog, 'assetById'>,
  pledges: readonly { pledgeId: number; pledge: string }[],
  money: Asset,
): string | null {
  let sum = 0n;
  for (const { pledgeId, pledge } of pledges) {
    const asset = assets.assetById(pledgeId);
    if (!asset) return null;
    const coins = parseBigUnits(pledge, asset.scale);
    // Nothing is worth nothing at any price.
    if (coins === 0n) continue;
    const value = valueText(prices, coins, asset, money.ticker);
    if (value === null) return null;
    sum += parseBigUnits(value, money.scale);
  }
  return formatBigUnits(sum, money.scale);
}

type LevelTexts = Pick<LoanView, 'warning_price' | 'call_price' | 'liquidation_price'>;

/** On the grid of the market that sells the pledge; null where there is none. */
export function levelTexts(
  assets: Pick<LoanCatalog, 'marketByName'>,
  { crypto, money }: Record<'crypto' | 'money', Pick<LoanSides['money'], 'ticker'>>,
  debt: Debt,
): LevelTexts {
  const market = assets.marketByName(`${crypto.ticker}_${money.ticker}`);
  if (!market) return { warning_price: null, call_price: null, liquidation_price: null };
  const { warning, call, liquidation } = levelPrices(debt, parseBigUnits(market.priceStep, shownPriceScale));
  return {
    warning_price: priceText(warning),
    call_price: priceText(call),
    liquidation_price: priceText(liquidation),
  };
}
