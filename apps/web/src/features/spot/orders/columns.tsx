/** The columns of orders and trades, beside the form and in the history. Prices have the market's decimals when it is known. */
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { tradePath } from '../../../platform/paths.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { averagePrice, filledPercent, shownStatus } from '../../../terminal/order-figures.ts';
import controls from '../../../terminal/parts/controls.module.css';
import type { Column } from '../../../ui/data-table.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount, Price, SideLabel } from '../../../ui/numbers.tsx';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import { ordersMessages } from './messages.ts';

export interface ColumnContext {
  t: TFunction<'spot-orders'>;
  markets: Markets | undefined;
}

/** What the columns need, once the markets are here. */
export function useColumnContext(): ColumnContext {
  const { t } = useTranslation(ordersMessages);
  const { data } = useQuery(marketsQuery);
  return useMemo(() => ({ t, markets: data }), [t, data]);
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

function Pair({ name }: { name: string }) {
  return <Link to={tradePath(name)}>{pairText(name)}</Link>;
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
  const decimals = formatUpTo(value, shown) === '0' ? exactDecimals : shown;
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

function typeText({ type, post_only, tif }: SpotOrder, t: ColumnContext['t']): string {
  if (type !== limitType) return t('type.market');
  if (post_only) return t('type.postOnly');
  return tif === 'gtc' ? t('type.limit') : t('type.limitTif', { tif: tif.toUpperCase() });
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

/** @param modify absent where orders cannot be changed */
export function openOrderColumns(
  context: ColumnContext,
  cancel: (order: SpotOrder) => void,
  modify?: (order: SpotOrder) => void,
): Column<SpotOrder>[] {
  const { t } = context;
  return [
    ...headColumns<SpotOrder>(context, (order) => order.ctime),
    ...orderColumns(context),
    {
      key: 'value',
      header: t('column.gross'),
      numeric: true,
      render: (order) => moneyCell(context, plain(new Decimal(order.price).times(order.amount)), moneyOf(order.market)),
    },
    {
      key: 'cancel',
      header: t('cancel.one'),
      quietHeader: true,
      card: 'action',
      numeric: true,
      render: (order) =>
        [['modify', modify] as const, ['cancel', cancel] as const].map(
          ([action, act]) =>
            act && (
              <button
                key={action}
                type="button"
                className={controls.tool}
                onClick={() => act(order)}
                aria-label={t(`${action}.label`, { pair: pairText(order.market), id: order.id })}
              >
                {t(`${action}.one`)}
              </button>
            ),
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
    twoColumn(
      'gross',
      t('column.grossNet'),
      (trade) => moneyCell(context, trade.gross_amount, moneyOf(trade.market)),
      (trade) => moneyCell(context, trade.net, moneyOf(trade.market)),
    ),
    ...chargeColumns<SpotTrade>(context, (trade) => trade.fee),
    {
      key: 'role',
      header: t('column.role'),
      render: (trade) => t(trade.role === takerRole ? 'role.taker' : 'role.maker'),
    },
  ];
}
