/** Cells about an order: in the columns of tables and in the dialogs. Prices have the market's decimals when it is known. */
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { filledPercent, shownStatus } from '../../../terminal/order-figures.ts';
import { Amount, Price } from '../../../ui/numbers.tsx';
import { moneyOf, stockOf } from '../../../ui/pair.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
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
const statusTones: Record<SpotOrder['status'], ChipTone> = {
  open: 'progress',
  partially_filled: 'progress',
  filled: 'done',
  canceled: 'waiting',
  rejected: 'failed',
};

/** What became of the order. */
export function statusOf(context: ColumnContext, order: SpotOrder): SpotOrder['status'] {
  return shownStatus(order, stepOf(context, order.market));
}

/** What became of the order, in a word. */
export function OrderStatus({ order, context }: { order: SpotOrder; context: ColumnContext }) {
  const status = statusOf(context, order);
  return <StatusChip tone={statusTones[status]} label={context.t(`status.${status}`)} />;
}

function stepOf({ markets }: ColumnContext, market: string): string | undefined {
  return markets?.byName.get(market)?.amount_step;
}

export function priceCell({ markets }: ColumnContext, market: string, value: string | null) {
  return (
    <Price
      value={value}
      decimals={markets?.byName.get(market)?.price_prec ?? fallbackPriceDecimals}
      ticker={moneyOf(market)}
    />
  );
}

/** Money to the last digit that was booked: the figures of a row add up, and a fee is nowhere cut. */
export function moneyCell(value: string, ticker: string) {
  return <Amount value={value} ticker={ticker} withTicker />;
}

export function limitPrice(context: ColumnContext, order: SpotOrder) {
  return order.type === limitType ? priceCell(context, order.market, order.price) : context.t('type.market');
}

export function orderAmount(order: SpotOrder) {
  const ticker = order.amount_type === 'money' ? moneyOf(order.market) : stockOf(order.market);
  return <Amount value={order.amount} ticker={ticker} withTicker />;
}

export function filled(context: ColumnContext, order: SpotOrder) {
  return <span className="tabular">{filledPercent(order, stepOf(context, order.market))} %</span>;
}

export function typeText({ type, post_only, tif }: SpotOrder, t: ColumnContext['t']): string {
  if (type !== limitType) return t('type.market');
  if (post_only) return t('type.postOnly');
  return tif === 'gtc' ? t('type.limit') : t('type.limitTif', { tif: tif.toUpperCase() });
}
