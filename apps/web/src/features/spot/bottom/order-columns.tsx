import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { tradePath } from '../../../platform/paths.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { averagePrice, filledPercent, shownStatus } from '../../../terminal/order-figures.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { SideLabel } from '../../../ui/numbers.tsx';

function moneyOf(market: string): string {
  return market.split('_')[1] ?? '';
}

function stockOf(market: string): string {
  return market.split('_')[0] ?? '';
}

function money(value: string, market: string): string {
  return formatUpTo(value, 8, groupingOf(moneyOf(market)));
}

/** What the columns take from the list of markets. */
export interface MarketTexts {
  /** A price in the market's own decimals; as it is while they are not known. */
  price: (price: string, market: string) => string;
  /** Undefined while it is not known. */
  amountStep: (market: string) => string | undefined;
}

function timeColumn<Row>(t: TFunction<'spot'>, time: (row: Row) => number): Column<Row> {
  return {
    key: 'time',
    header: t('orders.time'),
    render: (row) => <Moment seconds={time(row)} />,
  };
}

function marketColumn<Row extends { market: string }>(t: TFunction<'spot'>): Column<Row> {
  return {
    key: 'market',
    header: t('orders.pair'),
    card: 'headline',
    render: ({ market }) => <Link to={tradePath(market)}>{market.replace('_', '/')}</Link>,
  };
}

function sideColumn<Row extends { side: number }>(t: TFunction<'spot'>): Column<Row> {
  return { key: 'side', header: t('orders.side'), card: 'headline', render: ({ side }) => <SideLabel side={side} /> };
}

function typeText(order: SpotOrder, t: TFunction<'spot'>): string {
  if (order.type === 2) return t('type.market');
  if (order.post_only) return `${t('type.limit')}, ${t('form.postOnly').toLowerCase()}`;
  return order.tif === 'gtc' ? t('type.limit') : `${t('type.limit')}, ${order.tif.toUpperCase()}`;
}

const amountText = (order: SpotOrder) =>
  `${formatUpTo(order.amount, 8)} ${order.amount_type === 'money' ? moneyOf(order.market) : stockOf(order.market)}`;

function orderFacts(t: TFunction<'spot'>, { price, amountStep }: MarketTexts): Column<SpotOrder>[] {
  return [
    marketColumn(t),
    sideColumn(t),
    { key: 'type', header: t('orders.type'), render: (order) => typeText(order, t) },
    {
      key: 'price',
      header: t('orders.price'),
      numeric: true,
      render: (order) => (order.type === 2 ? t('type.market') : price(order.price, order.market)),
    },
    { key: 'amount', header: t('orders.amount'), numeric: true, render: amountText },
    {
      key: 'filled',
      header: t('orders.filled'),
      numeric: true,
      render: (order) => `${filledPercent(order, amountStep(order.market))} %`,
    },
  ];
}

export function openOrderColumns(
  t: TFunction<'spot'>,
  texts: MarketTexts,
  actions: Column<SpotOrder>,
): Column<SpotOrder>[] {
  return [
    timeColumn(t, (order) => order.ctime),
    ...orderFacts(t, texts),
    {
      key: 'value',
      header: t('orders.value'),
      numeric: true,
      render: (order) =>
        `${money(plain(new Decimal(order.price).times(order.amount)), order.market)} ${moneyOf(order.market)}`,
    },
    actions,
  ];
}

export function finishedOrderColumns(t: TFunction<'spot'>, texts: MarketTexts): Column<SpotOrder>[] {
  return [
    timeColumn(t, (order) => order.ftime ?? order.mtime),
    ...orderFacts(t, texts),
    {
      key: 'average',
      header: t('orders.average'),
      numeric: true,
      render: (order) => texts.price(averagePrice(order) ?? '', order.market),
    },
    {
      key: 'traded',
      header: t('orders.traded'),
      numeric: true,
      render: (order) => `${money(order.deal_money, order.market)} ${moneyOf(order.market)}`,
    },
    {
      key: 'status',
      header: t('orders.status'),
      render: (order) => t(`orderStatus.${shownStatus(order, texts.amountStep(order.market))}`),
    },
  ];
}

export function tradeColumns(t: TFunction<'spot'>, { price }: MarketTexts): Column<SpotTrade>[] {
  const inMoney = (key: 'gross_amount' | 'gst' | 'tds' | 'net', header: string): Column<SpotTrade> => ({
    key,
    header,
    numeric: true,
    render: (trade) => money(trade[key], trade.market),
  });
  return [
    timeColumn(t, (trade) => trade.time),
    marketColumn(t),
    sideColumn(t),
    { key: 'role', header: t('orders.role'), render: (trade) => t(trade.role === 1 ? 'orders.maker' : 'orders.taker') },
    { key: 'price', header: t('orders.price'), numeric: true, render: (trade) => price(trade.price, trade.market) },
    {
      key: 'amount',
      header: t('orders.amount'),
      numeric: true,
      render: (trade) => `${formatUpTo(trade.amount, 8)} ${stockOf(trade.market)}`,
    },
    inMoney('gross_amount', t('receipt.gross')),
    {
      key: 'fee',
      header: t('orders.fee'),
      numeric: true,
      render: (trade) => `${formatUpTo(trade.fee, 8)} ${trade.fee_asset}`,
    },
    inMoney('gst', t('orders.gst')),
    inMoney('tds', t('orders.tds')),
    inMoney('net', t('orders.net')),
  ];
}
