/** What may be lent and pledged, and by which terms: rows in Postgres, of the currencies that are listed. */
import type { LoanLevels } from '@pelican/shared/loans';
import { parseBigUnits } from '@pelican/shared/money';
import type { Catalog, CatalogAsset } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { rateOf } from './decimals.ts';

export interface PledgeSettings {
  asset: CatalogAsset;
  /** It is accepted, and can be sold: its market takes orders. */
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
 * @param hidden assets that have not opened: to users they are ones that there are not (docs/decisions/0226)
 */
export async function readSettings(
  db: Queryable,
  listed: Listed,
  hidden: ReadonlySet<number>,
): Promise<MoneySettings[]> {
  const shownAsset = (ticker: string) => {
    const asset = listed.assetByTicker(ticker);
    return asset && !hidden.has(asset.id) ? asset : undefined;
  };
  const [moneys, pledges] = await Promise.all([
    db.query<MoneyRow>(
      `SELECT ticker, is_open AS "isOpen", amount_min AS "amountMin", amount_max AS "amountMax", repay_min AS "repayMin", lender_max AS "lenderMax", borrower_max AS "borrowerMax",
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
    const own = pledges.rows.flatMap((pledge) => {
      const isSellable = listed.marketByName(`${pledge.ticker}_${row.ticker}`)?.status === 'open';
      const known = { ...pledge, isOpen: pledge.isOpen && isSellable };
      return pledge.moneyTicker === row.ticker ? pledgeOf(known, asset, shownAsset(pledge.ticker)) : [];
    });
    return [{ ...moneyOf(row, asset), pledges: own }];
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
  money: CatalogAsset,
  asset: CatalogAsset | undefined,
): PledgeSettings[] {
  if (!asset) return [];
  const levels = { warning: rateOf(warning), call: rateOf(call), liquidation: rateOf(liquidation) };
  return [{ asset, isOpen, ltv: rateOf(ltv), levels, lentMax: parseBigUnits(lentMax, money.scale) }];
}
