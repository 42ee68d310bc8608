/** The columns of the three lists. Prices have the market's decimals when it is known. */
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import type { Markets } from '../../../api/markets.ts';
import { tradePath } from '../../../platform/paths.ts';
import { averagePrice, filledPercent, shownStatus } from '../../../terminal/order-figures.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { signOf } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount, Price, SideLabel } from '../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import styles from './history.module.css';

export interface ColumnContext {
  t: TFunction<'spot-history'>;
  markets: Markets | undefined;
}

const fallbackPriceDecimals = 8;
const limitType = 1;
const takerRole = 2;

const statusTones: Record<SpotOrder['status'], ChipTone> = {
  open: 'progress',
  partially_filled: 'progress',
  filled: 'done',
  canceled: 'waiting',
  rejected: 'failed',
};

function stockOf(pair: string): string {
  return pair.slice(0, pair.indexOf('_'));
}

function moneyOf(pair: string): string {
  return pair.slice(pair.indexOf('_') + 1);
}

function Pair({ name }: { name: string }) {
  return (
    <Link to={tradePath(name)} className={styles.pair}>
      {name.replace('_', '/')}
    </Link>
  );
}

function OrderStatus({ status, t }: { status: SpotOrder['status']; t: ColumnContext['t'] }) {
  return <StatusChip tone={statusTones[status]} label={t(`status.${status}`)} />;
}

function stepOf({ markets }: ColumnContext, market: string): string | undefined {
  return markets?.byName.get(market)?.amount_step;
}

type Dated = Pick<SpotOrder, 'market'>;

function priceCell({ markets }: ColumnContext, market: string, value: string | null) {
  return (
    <Price
      value={value}
      decimals={markets?.byName.get(market)?.price_prec ?? fallbackPriceDecimals}
      ticker={moneyOf(market)}
    />
  );
}

const exactDecimals = 8;

/** Money with the decimals that its asset is shown with; one that would read as nothing has all of them. */
function moneyCell({ markets }: ColumnContext, value: string, ticker: string) {
  const shown = markets?.currencies[ticker]?.display_precision ?? exactDecimals;
  const decimals = signOf(value, shown) === 0 ? exactDecimals : shown;
  return <Amount value={value} ticker={ticker} decimals={decimals} withTicker />;
}

function headColumns<Row extends Dated & { side: number }>(
  { t }: ColumnContext,
  time: (row: Row) => number,
): Column<Row>[] {
  return [
    {
      key: 'pair',
      header: t('column.pair'),
      card: 'headline',
      render: (row) => <Pair name={row.market} />,
    },
    { key: 'side', header: t('column.side'), card: 'headline', render: (row) => <SideLabel side={row.side} /> },
    {
      key: 'time',
      header: t('column.time'),
      render: (row) => <Moment seconds={time(row)} />,
    },
  ];
}

function limitPrice(context: ColumnContext, order: SpotOrder) {
  return order.type === limitType ? priceCell(context, order.market, order.price) : context.t('type.market');
}

function orderAmount(order: SpotOrder) {
  const ticker = order.amount_type === 'money' ? moneyOf(order.market) : stockOf(order.market);
  return <Amount value={order.amount} ticker={ticker} withTicker />;
}

function filled(context: ColumnContext, order: SpotOrder) {
  return <span className="tabular">{filledPercent(order, stepOf(context, order.market))} %</span>;
}

function typeColumn({ t }: ColumnContext): Column<SpotOrder> {
  return {
    key: 'type',
    header: t('column.type'),
    render: (order) => t(order.type === limitType ? 'type.limit' : 'type.market'),
  };
}

function orderColumns(context: ColumnContext): Column<SpotOrder>[] {
  const { t } = context;
  return [
    typeColumn(context),
    {
      key: 'price',
      header: t('column.price'),
      numeric: true,
      render: (order) => limitPrice(context, order),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: orderAmount,
    },
    {
      key: 'filled',
      header: t('column.filled'),
      numeric: true,
      render: (order) => filled(context, order),
    },
  ];
}

export function openOrderColumns(context: ColumnContext, cancel: (order: SpotOrder) => void): Column<SpotOrder>[] {
  const { t } = context;
  return [
    ...headColumns<SpotOrder>(context, (order) => order.ctime),
    ...orderColumns(context),
    {
      key: 'cancel',
      header: t('cancel.one'),
      quietHeader: true,
      card: 'action',
      numeric: true,
      render: (order) => (
        <button
          type="button"
          className={styles.cancel}
          onClick={() => cancel(order)}
          aria-label={t('cancel.label', { pair: order.market.replace('_', '/'), amount: order.amount })}
        >
          {t('cancel.one')}
        </button>
      ),
    },
  ];
}

function chargeColumns<Row extends Dated & { fee_asset: string; gst: string; tds: string }>(
  context: ColumnContext,
  fee: (row: Row) => string,
): Column<Row>[] {
  const { t } = context;
  return [
    twoColumn(
      'fee',
      t('column.feeGst'),
      (row) => moneyCell(context, fee(row), row.fee_asset),
      (row) => moneyCell(context, row.gst, row.fee_asset),
    ),
    {
      key: 'tds',
      header: t('column.tds'),
      numeric: true,
      render: (row) => moneyCell(context, row.tds, moneyOf(row.market)),
    },
  ];
}

export function finishedOrderColumns(context: ColumnContext): Column<SpotOrder>[] {
  const { t } = context;
  return [
    ...headColumns<SpotOrder>(context, (order) => order.ftime ?? order.mtime),
    {
      key: 'status',
      header: t('column.status'),
      render: (order) => <OrderStatus status={shownStatus(order, stepOf(context, order.market))} t={t} />,
    },
    typeColumn(context),
    twoColumn(
      'price',
      t('column.priceAverage'),
      (order) => limitPrice(context, order),
      (order) => priceCell(context, order.market, averagePrice(order)),
    ),
    twoColumn('amount', t('column.amountFilled'), orderAmount, (order) => filled(context, order)),
    {
      key: 'total',
      header: t('column.gross'),
      numeric: true,
      render: (order) => moneyCell(context, order.deal_money, moneyOf(order.market)),
    },
    ...chargeColumns<SpotOrder>(context, (order) => order.deal_fee),
  ];
}

export function tradeColumns(context: ColumnContext): Column<SpotTrade>[] {
  const { t } = context;
  return [
    ...headColumns<SpotTrade>(context, (trade) => trade.time),
    twoColumn(
      'price',
      t('column.priceAmount'),
      (trade) => priceCell(context, trade.market, trade.price),
      (trade) => <Amount value={trade.amount} ticker={stockOf(trade.market)} withTicker />,
    ),
    {
      key: 'gross',
      header: t('column.gross'),
      numeric: true,
      render: (trade) => moneyCell(context, trade.gross_amount, moneyOf(trade.market)),
    },
    ...chargeColumns<SpotTrade>(context, (trade) => trade.fee),
    {
      key: 'net',
      header: t('column.net'),
      numeric: true,
      render: (trade) => moneyCell(context, trade.net, moneyOf(trade.market)),
    },
    {
      key: 'role',
      header: t('column.role'),
      render: (trade) => t(trade.role === takerRole ? 'role.taker' : 'role.maker'),
    },
  ];
}
