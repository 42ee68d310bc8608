/** Balances of a user: one row for each asset, also for those without a balance. */
import type { FuturesBalance } from '@pelican/shared/contracts/perpetual';
import type { Balance, BalanceResponse } from '@pelican/shared/contracts/wallet';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { Decimal } from 'decimal.js';
import type { CatalogAsset } from '../../catalog/index.ts';
import { inrPrice, type PriceOf, sumOf, usdPrice, valueText } from './inr-value.ts';
import type { AssetBalances } from './repository.ts';

const priceDecimals = 8;
const valueDecimals = 2;
/** Futures wallets keep eight decimals, whatever the asset's scale is. */
const sumScale = 18;

type FuturesFigures = Pick<
  FuturesBalance,
  'futures_balance' | 'futures_available' | 'futures_freeze' | 'futures_total_eq' | 'futures_tradingBalance'
>;
const noFutures: FuturesFigures = {
  futures_balance: '0',
  futures_available: '0',
  futures_freeze: '0',
  futures_total_eq: '0',
  futures_tradingBalance: '0',
};
const nothing: AssetBalances = {
  main: '0',
  mainAvailable: '0',
  tradeAvailable: '0',
  tradeFrozen: '0',
  loansFrozen: '0',
  bonus: '0',
};

export function hasSome(balances: AssetBalances | undefined): boolean {
  return balances !== undefined && Object.values(balances).some((amount) => /[1-9]/.test(amount));
}

/** How much of an asset may still be withdrawn within 24 hours, in whole units. */
export type Withdrawable = (ticker: string) => string;

export function viewBalances(
  assets: readonly CatalogAsset[],
  balances: Map<number, AssetBalances>,
  futures: ReadonlyMap<string, FuturesBalance>,
  { priceOf, withdrawable }: { priceOf: PriceOf; withdrawable: Withdrawable },
): BalanceResponse {
  const rows = assets.map((asset) => {
    const shown = viewAsset(asset, balances.get(asset.id) ?? nothing, futures.get(asset.ticker) ?? noFutures, priceOf);
    return {
      ...shown,
      view: { ...shown.view, withdrawalLimit: asset.withdrawable ? withdrawable(asset.ticker) : '0' },
    };
  });
  return {
    result: rows.map((row) => row.view),
    totalInrVal: valueText(sumOf(rows.flatMap((row) => row.inr ?? [])), valueDecimals),
    totalUsdVal: valueText(sumOf(rows.flatMap((row) => row.usd ?? [])), valueDecimals),
  };
}

function viewAsset(
  asset: CatalogAsset,
  balances: AssetBalances,
  futures: FuturesFigures,
  priceOf: PriceOf,
): { view: Omit<Balance, 'withdrawalLimit'>; inr: Decimal | undefined; usd: Decimal | undefined } {
  const add = (...amounts: string[]) =>
    formatBigUnits(
      amounts.reduce((sum, amount) => sum + parseBigUnits(amount, sumScale), 0n),
      sumScale,
    );
  const trade = add(balances.tradeAvailable, balances.tradeFrozen);
  const full = add(balances.main, trade, balances.loansFrozen, futures.futures_balance);
  const price = inrPrice(asset.ticker, priceOf);
  const inr = price?.times(full);
  const inDollars = usdPrice(asset.ticker, priceOf);
  const usd = inDollars?.times(full);
  const view: Omit<Balance, 'withdrawalLimit'> = {
    currency_id: asset.id,
    action: 'DEPOSIT',
    label: asset.label,
    ticker: asset.ticker,
    image: `/coins/${asset.ticker.toLowerCase()}.svg`,
    is_defi: asset.isDefi,
    is_erc20: asset.isErc20,
    is_fiat: asset.isFiat,
    is_int: asset.scale === 0,
    is_memo: asset.isMemo,
    is_top: asset.isTop,
    is_depositable: asset.depositable,
    is_withdrawal: asset.withdrawable,
    full_balance: full,
    main_balance: stripZeros(balances.main),
    main_available: stripZeros(balances.mainAvailable),
    trade_balance: trade,
    trade_available: stripZeros(balances.tradeAvailable),
    trade_freeze: stripZeros(balances.tradeFrozen),
    trade_p2p_freeze: stripZeros(balances.loansFrozen),
    futures_balance: futures.futures_balance,
    futures_available: futures.futures_available,
    futures_freeze: futures.futures_freeze,
    futures_total_eq: futures.futures_total_eq,
    futures_tradingBalance: futures.futures_tradingBalance,
    isUnverifiedAbleWithdraw: asset.unverifiedWithdrawals,
    actual_inr_value: price ? valueText(price, priceDecimals) : '0',
    inr_value: inr ? valueText(inr, valueDecimals) : '0',
    actual_usd_value: inDollars ? valueText(inDollars, priceDecimals) : '0',
    usd_value: usd ? valueText(usd, valueDecimals) : '0',
    signup_bonus_amount: stripZeros(balances.bonus),
  };
  return { view, inr, usd };
}
