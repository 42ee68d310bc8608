/** Figures of loans: what can be lent and pledged, wallets, and sums. */
import {
  type CurrencyBalances,
  type CurrencyList,
  type LoanStats,
  openOffersMax,
  pendingRequestsMax,
  pledgePercentMax,
  pledgePercentMin,
  type TotalData,
} from '@pelican/shared/contracts/loans';
import { termDaysMax } from '@pelican/shared/loans';
import { formatBigUnits, maxOf, minOf, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { CatalogAsset } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { percentText, rateText } from './decimals.ts';
import type { Reading } from './offer-lists.ts';
import { dollarText, indexText, pledgesText } from './price-text.ts';
import { type MoneySettings, readSettings } from './settings.ts';
import { isRunningSql, isUnsettledSql } from './states.ts';

/** Losses are shown of so many months before this one. */
const lossMonths = 11;

const isNone = (amount: string) => !/[1-9]/.test(amount);
const currencyOf = ({ id, ticker }: CatalogAsset) => ({
  currency_id: id,
  ticker,
  image: `/coins/${ticker.toLowerCase()}.svg`,
});

/** Assets that can be pledged for some money, each once. */
function pledgeAssets(settings: readonly MoneySettings[]): CatalogAsset[] {
  const all = settings.flatMap(({ pledges }) => pledges.map(({ asset }) => asset));
  return [...new Map(all.map((asset) => [asset.id, asset])).values()];
}

/** @param blocks whether taking and creating are switched off */
export function listCurrencies(
  { settings, prices }: Pick<Reading, 'settings' | 'prices'>,
  blocks: Pick<CurrencyList, 'block_take' | 'block_create'>,
): CurrencyList {
  const open = settings.filter(({ isOpen }) => isOpen);
  const lowest = (values: bigint[]) => values.reduce(minOf, values[0] ?? 0n);
  const highest = (values: bigint[]) => values.reduce(maxOf, 0n);
  return {
    fiat: open.map((money) => {
      const { asset, amountMin, amountMax, repayMin, daysMin, daysMax, dayRateMin, dayRateMax, feeRate, gstRate } =
        money;
      const units = (amount: bigint) => formatBigUnits(amount, asset.scale);
      return {
        ...currencyOf(asset),
        amount_min: units(amountMin),
        amount_max: units(amountMax),
        repay_min: units(repayMin),
        days_min: daysMin,
        days_max: daysMax,
        percent_min: percentText(dayRateMin),
        percent_max: percentText(dayRateMax),
        fee_rate: rateText(feeRate),
        gst_rate: rateText(gstRate),
      };
    }),
    crypto: pledgeAssets(open).map((asset) => ({
      ...currencyOf(asset),
      pairs: open.flatMap((money) => {
        const pledge = money.pledges.find((one) => one.isOpen && one.asset.id === asset.id);
        if (!pledge) return [];
        const { price, at } = prices.of(asset.ticker, money.asset.ticker);
        return [
          {
            fiat_currency: money.asset.ticker,
            ltv: percentText(pledge.ltv),
            warning: percentText(pledge.levels.warning),
            call: percentText(pledge.levels.call),
            liquidation: percentText(pledge.levels.liquidation),
            price: indexText(prices, asset.ticker, money.asset.ticker),
            price_at: at === null ? null : at / 1000,
            fresh: price.isFresh,
          },
        ];
      }),
    })),
    limits: {
      days_min: Math.min(termDaysMax, ...open.map(({ daysMin }) => daysMin)),
      days_max: Math.max(0, ...open.map(({ daysMax }) => daysMax)),
      percent_min: percentText(lowest(open.map(({ dayRateMin }) => dayRateMin))),
      percent_max: percentText(highest(open.map(({ dayRateMax }) => dayRateMax))),
      oks_min: `${pledgePercentMin}`,
      oks_max: `${pledgePercentMax}`,
      open_offers: openOffersMax,
      pending_requests: pendingRequestsMax,
    },
    ...blocks,
  };
}

/**
 * Main wallets of what can be lent (FIAT) and pledged (CRYPTO), and what loans hold of them.
 * @param hidden assets that have not opened: they are shown to who has some
 */
export async function readBalances(
  { db, assets, prices, userId }: Reading & { userId: number },
  hidden: ReadonlySet<number>,
): Promise<CurrencyBalances> {
  const { rows } = await db.query<{ assetId: number; main: string; frozen: string }>(
    `SELECT asset_id AS "assetId", coalesce(sum(balance) FILTER (WHERE kind = 'main'), 0) AS main,
        coalesce(sum(balance) FILTER (WHERE kind LIKE 'p2p\\_%'), 0) AS frozen
      FROM ledger_accounts WHERE user_id = $1 AND (kind = 'main' OR kind LIKE 'p2p\\_%') GROUP BY asset_id`,
    [userId],
  );
  const held = new Set(rows.flatMap(({ assetId, main, frozen }) => (isNone(main) && isNone(frozen) ? [] : [assetId])));
  const settings = await readSettings(db, assets, new Set([...hidden].filter((id) => !held.has(id))));
  const balanceOf = (asset: CatalogAsset) => {
    const { main = '0', frozen = '0' } = rows.find(({ assetId }) => assetId === asset.id) ?? {};
    return {
      ...currencyOf(asset),
      main_balance: stripZeros(main),
      main_balance_usdt: dollarText(prices, main, asset),
      p2p_freeze: stripZeros(frozen),
    };
  };
  return {
    CRYPTO: pledgeAssets(settings).map(balanceOf),
    FIAT: settings.map(({ asset }) => balanceOf(asset)),
  };
}

interface StatsRow {
  moneyId: number;
  pledgeId: number;
  credit: string;
  pledge: string;
  running: number;
  interest: string;
}

/** By the money: what runs, what is pledged for it, and the interest received by a lender, or paid (below zero) by a borrower. */
export async function readStats(
  { db, assets, prices }: Reading,
  userId: number,
  role: 'lend' | 'borrow',
): Promise<Record<string, LoanStats>> {
  const { rows } = await db.query<StatsRow>(
    `SELECT money_id AS "moneyId", pledge_id AS "pledgeId",
        coalesce(sum(principal) FILTER (WHERE ${isUnsettledSql}), 0) AS credit,
        coalesce(sum(pledge) FILTER (WHERE ${isRunningSql}), 0) AS pledge,
        count(*) FILTER (WHERE ${isRunningSql})::integer AS running, sum(interest_paid) AS interest
      FROM p2p_loans WHERE ${role === 'lend' ? 'lender_id' : 'borrower_id'} = $1 AND started_at IS NOT NULL
      GROUP BY money_id, pledge_id`,
    [userId],
  );
  const stats = [...Map.groupBy(rows, ({ moneyId }) => moneyId)].flatMap(([moneyId, own]) => {
    const money = assets.assetById(moneyId);
    if (!money) return [];
    const sum = (amounts: string[], sign = 1n) =>
      formatBigUnits(
        sign * amounts.reduce((total, amount) => total + parseBigUnits(amount, money.scale), 0n),
        money.scale,
      );
    const figures = {
      credit: sum(own.map(({ credit }) => credit)),
      guarantee: pledgesText(prices, assets, own, money),
      in_progress: own.reduce((total, { running }) => total + running, 0),
      profit: sum(
        own.map(({ interest }) => interest),
        role === 'lend' ? 1n : -1n,
      ),
    };
    return [[money.ticker, figures] as const];
  });
  return Object.fromEntries(stats);
}

interface TotalsRow {
  ticker: string;
  offers: number;
  free: string;
  lent: string;
  loans: number;
  overdue: number;
  overdueShare: string;
}

interface LossRow {
  ticker: string;
  month: string;
  amount: string;
}

/** Of everybody, by the money that is shown: offers, what is lent by them and by open requests, and what lenders have lost. */
export async function readPublicTotals({
  db,
  settings,
}: Pick<Reading, 'db' | 'settings'>): Promise<TotalData['public']> {
  const [totals, losses] = await Promise.all([readTotals(db), readLosses(db)]);
  const shown = totals.filter(({ ticker }) => settings.some(({ asset }) => asset.ticker === ticker));
  return Object.fromEntries(
    shown.map(({ ticker, free, lent, overdueShare, ...counts }) => [
      ticker,
      {
        ...counts,
        free: stripZeros(free),
        lent: stripZeros(lent),
        overdue_share: stripZeros(overdueShare),
        losses: losses.flatMap((loss) =>
          loss.ticker === ticker ? [{ month: loss.month, amount: stripZeros(loss.amount) }] : [],
        ),
      },
    ]),
  );
}

async function readTotals(db: Queryable): Promise<TotalsRow[]> {
  const { rows } = await db.query<TotalsRow>(
    `SELECT ticker, coalesce(offers.count, 0)::integer AS offers, coalesce(free, 0) AS free, coalesce(lent, 0) AS lent,
        coalesce(loans.count, 0)::integer AS loans, coalesce(overdue, 0)::integer AS overdue, coalesce(share, 0) AS "overdueShare"
      FROM p2p_moneys JOIN assets USING (ticker)
      LEFT JOIN (SELECT money_id, count(*) FILTER (WHERE state = 'open') AS count, sum(free) AS free
        FROM p2p_offers WHERE state <> 'closed' GROUP BY money_id) AS offers ON offers.money_id = assets.id
      LEFT JOIN (SELECT money_id, count(*) FILTER (WHERE ${isRunningSql}) AS count, count(*) FILTER (WHERE state = 'overdue') AS overdue,
          sum(principal) AS lent, round(100 * sum(principal) FILTER (WHERE state = 'overdue') / sum(principal), 2) AS share
        FROM p2p_loans WHERE ${isUnsettledSql} GROUP BY money_id) AS loans ON loans.money_id = assets.id
      WHERE p2p_moneys.is_open OR loans.count > 0`,
  );
  return rows;
}

/** What loans in default owe, and owed when they were written off: principal and interest. */
async function readLosses(db: Queryable): Promise<LossRow[]> {
  const { rows } = await db.query<LossRow>(
    `SELECT ticker, to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(principal + coalesce(interest, 0)) AS amount
      FROM p2p_loans loan JOIN assets ON assets.id = money_id
      LEFT JOIN LATERAL (SELECT sum(payment.amount - paid) AS interest FROM p2p_payments payment
        WHERE loan_id = loan.id AND status = 'unsuccessful') AS unpaid ON true
      WHERE state IN ('defaulted', 'written_off')
        AND ended_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '${lossMonths} months'
      GROUP BY ticker, month ORDER BY month DESC`,
  );
  return rows;
}

/** The same figures of one user on both sides. */
export async function readOwnTotals(reading: Reading & { userId: number }): Promise<NonNullable<TotalData['user']>> {
  const { userId } = reading;
  const [lend, borrow] = await Promise.all([readStats(reading, userId, 'lend'), readStats(reading, userId, 'borrow')]);
  return { lend, borrow };
}
