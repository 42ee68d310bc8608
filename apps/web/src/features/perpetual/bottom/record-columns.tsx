/** Columns of the histories: closed positions, funding, liquidations. */
import type { FundingPayment, LiquidationReceipt, PositionRecord } from '@pelican/shared/contracts/perpetual';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { formatPercent, formatUpTo, signOf } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { moneyOf } from '../../../ui/pair.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import { averageDecimals, moneyDecimals } from '../account/decimals-shown.ts';
import { PositionChips } from '../account/position-name.tsx';
import { SignedMoney } from '../account/signed-money.tsx';
import { percentText } from '../account/sizes.ts';
import type { Mode, PositionSide } from '../account/terms.ts';
import { marketColumn, timeColumn } from './order-columns.tsx';
import styles from './positions.module.css';

type T = TFunction<'perpetual-account'>;

const averagePrice = (value: string) => (
  <span className="tabular">{Number(value) === 0 ? '–' : formatUpTo(value, averageDecimals(value))}</span>
);
const figure = (value: string) => <span className="tabular">{Number(value) === 0 ? '–' : formatUpTo(value, 8)}</span>;

function money(row: { market: string }, value: string, colored = false, decimals = moneyDecimals(value)) {
  return <SignedMoney value={value} ticker={moneyOf(row.market)} decimals={decimals} colored={colored} />;
}

function moneyColumn<Row extends { market: string }>(
  key: string,
  header: string,
  value: (row: Row) => string,
  colored = false,
): Column<Row> {
  return { key, header, numeric: true, render: (row) => money(row, value(row), colored, 6) };
}

/** 1 Partially Closed, 2 Closed, 3 Liquidation, 4 Partial liquidation, 5 ADL; 0: nothing was closed. */
const codeTones: readonly ChipTone[] = ['progress', 'progress', 'done', 'failed', 'attention', 'attention'];

export function positionRecordColumns(t: T): Column<PositionRecord>[] {
  return [
    marketColumn(t),
    {
      key: 'position',
      header: t('column.position'),
      card: 'headline',
      render: (row) => <PositionChips {...row} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      render: (row) => (
        <span className={styles.inline}>
          <StatusChip tone={codeTones[row.code] ?? 'waiting'} label={t(`code.${row.code}`)} />
          {row.status === 'Opened' && row.code !== 0 && (
            <span className={styles.small}>{t('positionStatus.Opened')}</span>
          )}
        </span>
      ),
    },
    {
      key: 'time',
      header: t('column.openedClosed'),
      render: (row) => (
        <span className={styles.stack}>
          <Moment seconds={row.open_time / 1000} />
          {row.close_time === null ? '–' : <Moment seconds={row.close_time / 1000} />}
        </span>
      ),
    },
    twoColumn(
      'prices',
      t('column.entryExit'),
      (row) => averagePrice(row.open_price),
      (row) => averagePrice(row.close_price),
    ),
    {
      key: 'size',
      header: t('column.closedOfMost'),
      numeric: true,
      render: (row) => (
        <span className="tabular">
          {formatUpTo(row.closed_sz, 8)} / {formatUpTo(row.max_sz, 8)}
        </span>
      ),
    },
    twoColumn(
      'realised',
      t('column.realised'),
      (row) => money(row, row.realised_pnl, true),
      (row) => <span className="tabular">{formatPercent(row.pnl_percent)}</span>,
    ),
    twoColumn(
      'pnl',
      t('column.pnlBeforeFeesAndFee'),
      (row) => money(row, row.pnl),
      (row) => money(row, row.fee),
    ),
    twoColumn(
      'funding',
      t('column.fundingAndLiquidation'),
      (row) => money(row, row.funding),
      (row) => money(row, row.liquidation),
    ),
  ];
}

function sideColumn<Row extends { position: PositionSide; mode: Mode }>(t: T): Column<Row> {
  return {
    key: 'position',
    header: t('column.position'),
    card: 'headline',
    render: (row) => (
      <span className={row.position === 'long' ? 'buy' : 'sell'}>
        {t(`position.${row.position}`)} <span className={styles.small}>{t(`mode.${row.mode}`)}</span>
      </span>
    ),
  };
}

/** A rate as a percentage with its sign. */
function rateText(rate: string): string {
  return `${signOf(rate, 8) > 0 ? '+' : ''}${formatUpTo(percentText(rate), 6)} %`;
}

export function fundingColumns(t: T): Column<FundingPayment>[] {
  return [
    marketColumn(t),
    sideColumn(t),
    timeColumn(t, (row) => row.time),
    { key: 'rate', header: t('column.rate'), numeric: true, render: (row) => rateText(row.rate) },
    { key: 'size', header: t('column.size'), numeric: true, render: (row) => figure(row.sz) },
    { key: 'notional', header: t('column.notional'), numeric: true, render: (row) => figure(row.notional) },
    moneyColumn('amount', t('column.paid'), (row) => row.amount, true),
  ];
}

const stageTones: Record<LiquidationReceipt['stage'], ChipTone> = {
  orders_canceled: 'attention',
  started: 'attention',
  netted: 'attention',
  reduced: 'attention',
  taken_over: 'failed',
  recovered: 'done',
  deleveraged: 'attention',
};

export function liquidationColumns(t: T): Column<LiquidationReceipt>[] {
  return [
    marketColumn(t),
    sideColumn(t),
    timeColumn(t, (row) => row.time),
    {
      key: 'stage',
      header: t('column.stage'),
      render: (row) => <StatusChip tone={stageTones[row.stage]} label={t(`stage.${row.stage}`)} />,
    },
    twoColumn(
      'prices',
      t('column.markIndex'),
      (row) => figure(row.mark_price),
      (row) => figure(row.index_price),
    ),
    twoColumn(
      'level',
      t('column.marginLevelBankruptcy'),
      (row) => (row.margin_ratio === '' ? '–' : `${formatUpTo(percentText(row.margin_ratio), 2)} %`),
      (row) => figure(row.bankruptcy_price),
    ),
    twoColumn(
      'size',
      t('column.sizeToFund'),
      (row) => figure(row.sz),
      (row) => money(row, row.fund_amount),
    ),
    twoColumn(
      'pnl',
      t('column.profitFee'),
      (row) => money(row, row.pnl, true),
      (row) => money(row, row.fee),
    ),
  ];
}
