/** The spot market that sells a pledge, in the units of loans. */
import { type Loan, type LoanSale, type SaleMarket, saleAmount } from '@pelican/shared/loans';
import { minOf, parseBigUnits } from '@pelican/shared/money';
import type { CatalogMarket } from '../../../catalog/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { findUserSettings } from '../../settings/index.ts';
import { readFlagNow } from '../../system/index.ts';
import type { LoanSides } from '../postings.ts';

const priceScale = 8;
/** A rate of 10^-8 for each part per million. */
const perPpm = 100n;

export interface SaleCatalog {
  marketByName(name: string): CatalogMarket | undefined;
}

/** Undefined when the pair has no market. */
export function marketOf(catalog: SaleCatalog, { crypto, money }: LoanSides): CatalogMarket | undefined {
  return catalog.marketByName(`${crypto.ticker}_${money.ticker}`);
}

export function isOpen(market: CatalogMarket | undefined): market is CatalogMarket {
  return market?.status === 'open';
}

/** Whether operators have the venue take no new orders: the desk is one who trades there. */
export async function isTradingPaused(db: Queryable): Promise<boolean> {
  return (await readFlagNow(db, 'trading_pause')).spot;
}

/** Steps and least amounts of the market, in smallest units; prices in 10^-8. */
export function saleMarketOf({ priceStep, amountStep, amountMin, totalMin, base, quote }: CatalogMarket): SaleMarket {
  return {
    priceStep: parseBigUnits(priceStep, priceScale),
    amountStep: parseBigUnits(amountStep, base.scale),
    amountMin: parseBigUnits(amountMin, base.scale),
    totalMin: parseBigUnits(totalMin, quote.scale),
  };
}

/** As `saleAmount`, and no more than one order of the market may have. */
export function orderAmount(
  market: CatalogMarket,
  { terms, pledge }: Pick<Loan, 'terms' | 'pledge'>,
  sale: LoanSale,
  limit: bigint,
): bigint {
  const steps = saleMarketOf(market);
  const most = (parseBigUnits(market.amountMax, market.base.scale) / steps.amountStep) * steps.amountStep;
  return minOf(most, saleAmount(terms.units, pledge, sale, steps, limit));
}

/** What a sale costs beside the fee of a liquidation. */
export async function saleRates(
  tx: Transaction,
  market: CatalogMarket,
  { borrowerId }: LoanSides,
): Promise<{ takerRate: bigint; taxRate: bigint }> {
  const settings = await findUserSettings(tx, borrowerId);
  const isTaxed = settings?.taxable === true && market.tax !== 'none';
  return {
    takerRate: BigInt(market.takerFeePpm) * perPpm,
    // As if the borrower sold.
    taxRate: isTaxed ? BigInt(market.tdsPpm) * perPpm : 0n,
  };
}
