/** The columns of the three lists. Prices have the market's decimals when it is known. */
import type { MarketListItem } from '@pelican/shared/contracts/markets/schemas.ts';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot/schemas.ts';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { tradePath } from '../../../platform/paths.ts';
import { averagePrice, filledPercent, shownStatus } from '../../../terminal/order-figures.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Amount, Price, SideLabel } from '../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from './history.module.css';

export interface ColumnContext {
  t: TFunction<'spot-history'>;
  markets: Map<string, MarketListItem> | undefined;
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
  return markets?.get(market)?.amount_step;
}

type Dated = Pick<SpotOrder, 'market'>;

function priceCell({ markets }: ColumnContext, market: string, value: string | null) {
  return (
    <Price
      value={value}
      decimals={markets?.get(market)?.price_prec ?? fallbackPriceDecimals}
      ticker={moneyOf(market)}
    />
  );
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

function orderColumns(context: ColumnContext): Column<SpotOrder>[] {
  const { t } = context;
  return [
    {
      key: 'type',
      header: t('column.type'),
      render: (order) => t(order.type === limitType ? 'type.limit' : 'type.market'),
    },
    {
      key: 'price',
      header: t('column.price'),
      numeric: true,
      render: (order) => (order.type === limitType ? priceCell(context, order.market, order.price) : t('type.market')),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: (order) => (
        <Amount
          value={order.amount}
          ticker={order.amount_type === 'money' ? moneyOf(order.market) : stockOf(order.market)}
          withTicker
        />
      ),
    },
    {
      key: 'filled',
      header: t('column.filled'),
      numeric: true,
      render: (order) => <span className="tabular">{filledPercent(order, stepOf(context, order.market))} %</span>,
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
  { t }: ColumnContext,
  fee: (row: Row) => string,
): Column<Row>[] {
  const money = (row: Row) => moneyOf(row.market);
  return [
    {
      key: 'fee',
      header: t('column.fee'),
      numeric: true,
      render: (row) => <Amount value={fee(row)} ticker={row.fee_asset} withTicker />,
    },
    {
      key: 'gst',
      header: t('column.gst'),
      numeric: true,
      render: (row) => <Amount value={row.gst} ticker={row.fee_asset} withTicker />,
    },
    {
      key: 'tds',
      header: t('column.tds'),
      numeric: true,
      render: (row) => <Amount value={row.tds} ticker={money(row)} withTicker />,
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
    ...orderColumns(context),
    {
      key: 'average',
      header: t('column.average'),
      numeric: true,
      render: (order) => priceCell(context, order.market, averagePrice(order)),
    },
    {
      key: 'total',
      header: t('column.gross'),
      numeric: true,
      render: (order) => <Amount value={order.deal_money} ticker={moneyOf(order.market)} withTicker />,
    },
    ...chargeColumns<SpotOrder>(context, (order) => order.deal_fee),
  ];
}

export function tradeColumns(context: ColumnContext): Column<SpotTrade>[] {
  const { t } = context;
  return [
    ...headColumns<SpotTrade>(context, (trade) => trade.time),
    {
      key: 'price',
      header: t('column.price'),
      numeric: true,
      render: (trade) => priceCell(context, trade.market, trade.price),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: (trade) => <Amount value={trade.amount} ticker={stockOf(trade.market)} withTicker />,
    },
    {
      key: 'gross',
      header: t('column.gross'),
      numeric: true,
      render: (trade) => <Amount value={trade.gross_amount} ticker={moneyOf(trade.market)} withTicker />,
    },
    ...chargeColumns<SpotTrade>(context, (trade) => trade.fee),
    {
      key: 'net',
      header: t('column.net'),
      numeric: true,
      render: (trade) => <Amount value={trade.net} ticker={moneyOf(trade.market)} withTicker />,
    },
    {
      key: 'role',
      header: t('column.role'),
      render: (trade) => t(trade.role === takerRole ? 'role.taker' : 'role.maker'),
    },
  ];
}
