/** What may be lent and pledged, and by which terms: rows in Postgres, of the currencies that are listed. */
import type { LoanLevels } from '@pelican/shared/loans';
import { parseBigUnits } from '@pelican/shared/money';
import type { Catalog, CatalogAsset } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { rateOf } from './decimals.ts';

export interface PledgeSettings {
  asset: CatalogAsset;
  /** Operators have not closed it, and its market is open. */
  isOpen: boolean;
  /** May be lent at most, as a share of the pledge's value. */
  ltv: bigint;
  levels: LoanLevels;
  /** Money lent against it at a time; zero: no cap. */
  lentMax: bigint;
}

export interface MoneySettings {
  asset: CatalogAsset;
  isOpen: boolean;
  amountMin: bigint;
  amountMax: bigint;
  repayMin: bigint;
  /** Lent by one lender and to one borrower at a time; zero: no cap. */
  lenderMax: bigint;
  borrowerMax: bigint;
  daysMin: number;
  daysMax: number;
  dayRateMin: bigint;
  dayRateMax: bigint;
  feeRate: bigint;
  gstRate: bigint;
  lateFactor: bigint;
  liquidationFeeRate: bigint;
  graceDays: number;
  pledges: readonly PledgeSettings[];
}

/** What loans look up of what is listed. */
export type LoanCatalog = Pick<Catalog, 'assetById' | 'assetByTicker' | 'marketByName'>;

type Listed = Pick<Catalog, 'assetByTicker' | 'marketByName'>;
type Rates = 'dayRateMin' | 'dayRateMax' | 'feeRate' | 'gstRate' | 'lateFactor' | 'liquidationFeeRate';
type Amounts = 'amountMin' | 'amountMax' | 'repayMin' | 'lenderMax' | 'borrowerMax';
type MoneyRow = Omit<MoneySettings, 'asset' | 'pledges' | Rates | Amounts> & { ticker: string } & Record<
    Rates | Amounts,
    string
  >;
type PledgeRow = { moneyTicker: string; ticker: string; isOpen: boolean } & Record<
  'ltv' | 'warning' | 'call' | 'liquidation' | 'lentMax',
  string
>;

/**
 * All that is listed, closed ones too: loans that run stay shown.
 * @param hidden unopened assets, which users must not see (docs/decisions/0226)
 */
export async function readSettings(
  db: Queryable,
  assets: Listed,
  hidden: ReadonlySet<number>,
): Promise<MoneySettings[]> {
  const shownAsset = (ticker: string) => {
    const asset = assets.assetByTicker(ticker);
    return asset && !hidden.has(asset.id) ? asset : undefined;
  };
  const [moneys, pledges] = await Promise.all([
    db.query<MoneyRow>(
      `SELECT ticker, is_open AS "isOpen", amount_min AS "amountMin", amount_max AS "amountMax", repay_min AS "repayMin",
          lender_max AS "lenderMax", borrower_max AS "borrowerMax",
          days_min AS "daysMin", days_max AS "daysMax", day_rate_min AS "dayRateMin", day_rate_max AS "dayRateMax",
          fee_rate AS "feeRate", gst_rate AS "gstRate", late_factor AS "lateFactor",
          liquidation_fee_rate AS "liquidationFeeRate", grace_days AS "graceDays"
        FROM p2p_moneys ORDER BY ticker DESC`,
    ),
    db.query<PledgeRow>(
      `SELECT money_ticker AS "moneyTicker", ticker, is_open AS "isOpen", ltv, warning, call, liquidation, lent_max AS "lentMax"
        FROM p2p_pledges ORDER BY ticker`,
    ),
  ]);
  return moneys.rows.flatMap((row) => {
    const asset = shownAsset(row.ticker);
    if (!asset) return [];
    const own = pledges.rows.filter(({ moneyTicker }) => moneyTicker === row.ticker);
    const pledgesOf = (pledge: PledgeRow) => {
      const hasMarket = isMarketOpen(assets, pledge.ticker, row.ticker);
      return pledgeOf(pledge, shownAsset(pledge.ticker), { money: asset, hasMarket });
    };
    return [{ ...moneyOf(row, asset), pledges: own.flatMap(pledgesOf) }];
  });
}

function moneyOf(row: MoneyRow, asset: CatalogAsset): Omit<MoneySettings, 'pledges'> {
  const units = (amount: string) => parseBigUnits(amount, asset.scale);
  return {
    asset,
    isOpen: row.isOpen,
    amountMin: units(row.amountMin),
    amountMax: units(row.amountMax),
    repayMin: units(row.repayMin),
    lenderMax: units(row.lenderMax),
    borrowerMax: units(row.borrowerMax),
    daysMin: row.daysMin,
    daysMax: row.daysMax,
    dayRateMin: rateOf(row.dayRateMin),
    dayRateMax: rateOf(row.dayRateMax),
    feeRate: rateOf(row.feeRate),
    gstRate: rateOf(row.gstRate),
    lateFactor: rateOf(row.lateFactor),
    liquidationFeeRate: rateOf(row.liquidationFeeRate),
    graceDays: row.graceDays,
  };
}

function pledgeOf(
  { isOpen, ltv, warning, call, liquidation, lentMax }: PledgeRow,
  asset: CatalogAsset | undefined,
  { money, hasMarket }: { money: CatalogAsset; hasMarket: boolean },
): PledgeSettings[] {
  if (!asset) return [];
  const levels = { warning: rateOf(warning), call: rateOf(call), liquidation: rateOf(liquidation) };
  const cap = parseBigUnits(lentMax, money.scale);
  return [{ asset, isOpen: isOpen && hasMarket, ltv: rateOf(ltv), levels, lentMax: cap }];
}

/** What cannot be sold for the money is no pledge for it. */
function isMarketOpen(listed: Listed, pledge: string, money: string): boolean {
  return listed.marketByName(`${pledge}_${money}`)?.status === 'open';
}
