/** The columns of orders and trades, beside the form and in the history. */
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { Link } from 'react-router-dom';
import { tradePath } from '../../../platform/paths.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { averagePrice } from '../../../terminal/order-figures.ts';
import controls from '../../../terminal/parts/controls.module.css';
import type { Column } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Amount, SideLabel } from '../../../ui/numbers.tsx';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { twoColumn } from '../../../ui/two-column.tsx';
import {
  type ColumnContext,
  filled,
  limitPrice,
  moneyCell,
  OrderStatus,
  orderAmount,
  priceCell,
  typeText,
} from './cells.tsx';
import { DetailsLink } from './details-link.tsx';

const takerRole = 2;

function Pair({ name }: { name: string }) {
  return <Link to={tradePath(name)}>{pairText(name)}</Link>;
}

type Dated = Pick<SpotOrder, 'market'>;

function headColumns<Row extends Dated & { side: number }>(
  { t }: Pick<ColumnContext, 't'>,
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
    timeColumn({ t }, time),
  ];
}

function timeColumn<Row>({ t }: Pick<ColumnContext, 't'>, time: (row: Row) => number): Column<Row> {
  return {
    key: 'time',
    header: t('column.time'),
    render: (row) => <Moment seconds={time(row)} />,
  };
}

/** The way to the details of an order. */
function detailsColumn<Row extends Dated>({ t }: ColumnContext, id: (row: Row) => number): Column<Row> {
  return {
    key: 'details',
    header: t('details.one'),
    quietHeader: true,
    card: 'action',
    numeric: true,
    render: (row) => <DetailsLink id={id(row)} market={row.market} t={t} />,
  };
}

function typeColumn({ t }: ColumnContext): Column<SpotOrder> {
  return {
    key: 'type',
    header: t('column.type'),
    render: (order) => typeText(order, t),
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

export function openOrderColumns(
  context: ColumnContext,
  cancel: (order: SpotOrder) => void,
  modify: (order: SpotOrder) => void,
): Column<SpotOrder>[] {
  const { t } = context;
  return [
    ...headColumns<SpotOrder>(context, (order) => order.ctime),
    ...orderColumns(context),
    {
      key: 'value',
      header: t('column.gross'),
      numeric: true,
      render: (order) => moneyCell(plain(new Decimal(order.price).times(order.amount)), moneyOf(order.market)),
    },
    {
      key: 'cancel',
      header: t('cancel.one'),
      quietHeader: true,
      card: 'action',
      numeric: true,
      render: (order) => (
        <>
          <DetailsLink {...order} t={t} />
          {[['modify', modify] as const, ['cancel', cancel] as const].map(([action, act]) => (
            <button
              key={action}
              type="button"
              className={controls.tool}
              onClick={() => act(order)}
              aria-label={t(`${action}.label`, { pair: pairText(order.market), id: order.id })}
            >
              {t(`${action}.one`)}
            </button>
          ))}
        </>
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
      (row) => moneyCell(fee(row), row.fee_asset),
      (row) => moneyCell(row.gst, row.fee_asset),
    ),
    {
      key: 'tds',
      header: t('column.tds'),
      numeric: true,
      render: (row) => moneyCell(row.tds, moneyOf(row.market)),
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
      render: (order) => <OrderStatus order={order} context={context} />,
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
      render: (order) => moneyCell(order.deal_money, moneyOf(order.market)),
    },
    ...chargeColumns<SpotOrder>(context, (order) => order.deal_fee),
    detailsColumn<SpotOrder>(context, (order) => order.id),
  ];
}

export function tradeColumns(context: ColumnContext): Column<SpotTrade>[] {
  return [
    ...headColumns<SpotTrade>(context, (trade) => trade.time),
    ...tradeFigures(context),
    detailsColumn<SpotTrade>(context, (trade) => trade.deal_order_id),
  ];
}

/** The fills of one order. */
export function fillColumns(context: ColumnContext): Column<SpotTrade>[] {
  return [timeColumn<SpotTrade>(context, (trade) => trade.time), ...tradeFigures(context)];
}

function tradeFigures(context: ColumnContext): Column<SpotTrade>[] {
  const { t } = context;
  return [
    twoColumn(
      'price',
      t('column.priceAmount'),
      (trade) => priceCell(context, trade.market, trade.price),
      (trade) => <Amount value={trade.amount} ticker={stockOf(trade.market)} withTicker />,
    ),
    twoColumn(
      'gross',
      t('column.grossNet'),
      (trade) => moneyCell(trade.gross_amount, moneyOf(trade.market)),
      (trade) => moneyCell(trade.net, moneyOf(trade.market)),
    ),
    ...chargeColumns<SpotTrade>(context, (trade) => trade.fee),
    {
      key: 'role',
      header: t('column.role'),
      render: (trade) => t(trade.role === takerRole ? 'role.taker' : 'role.maker'),
    },
  ];
}
