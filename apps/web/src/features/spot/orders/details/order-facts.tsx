import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../terminal/form/form-numbers.ts';
import { averagePrice } from '../../../../terminal/order-figures.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { isZeroDecimal } from '../../../../ui/decimal-compare.ts';
import { type Fact, Facts } from '../../../../ui/facts.tsx';
import { formatDateTime } from '../../../../ui/format-time.ts';
import { Amount, SideLabel } from '../../../../ui/numbers.tsx';
import { moneyOf, pairText, stockOf } from '../../../../ui/pair.ts';
import {
  filled,
  limitPrice,
  moneyCell,
  OrderStatus,
  orderAmount,
  priceCell,
  statusOf,
  typeText,
  useColumnContext,
} from '../cells.tsx';
import { detailsMessages } from './messages.ts';
import styles from './order-details.module.css';
import { timelineOf } from './timeline.ts';

const knownSources: readonly string[] = ['web', 'api', 'exchange'];

/** Pair, side and number of an order, with the button that copies the number. */
export function OrderHead({ order }: { order: SpotOrder }) {
  const { t } = useTranslation(detailsMessages);
  return (
    <p className={styles.who}>
      {pairText(order.market)} <SideLabel side={order.side} />
      <span className={`${styles.id} mono`}>
        {order.id} <CopyButton text={String(order.id)} label={t('copyId')} />
      </span>
    </p>
  );
}

function percentText(rate: string): string {
  return `${new Decimal(rate).times(100).toFixed()} %`;
}

/** All that is known of an order. @param net of its fills; undefined while it is not known */
export function OrderFacts({ order, net }: { order: SpotOrder; net: string | undefined }) {
  const { t } = useTranslation(detailsMessages);
  const context = useColumnContext();
  const { market } = order;
  const money = moneyOf(market);
  const hasFills = !isZeroDecimal(order.deal_stock);
  const amountTicker = order.amount_type === 'money' ? money : stockOf(market);
  const worst = order.limit_price;
  const facts: (Fact | null)[] = [
    { label: t('status'), value: <OrderStatus order={order} context={context} /> },
    order.cancel_reason ? { label: t('reason'), value: t(`reasons.${order.cancel_reason}`) } : null,
    { label: t('type'), value: typeText(order, context.t) },
    { label: t('price'), value: limitPrice(context, order) },
    worst === undefined ? null : { label: t('limitPrice'), value: priceCell(context, market, worst) },
    { label: t('amount'), value: orderAmount(order) },
    {
      label: t('filled'),
      value: (
        <>
          <Amount value={order.deal_stock} ticker={stockOf(market)} withTicker /> ({filled(context, order)})
        </>
      ),
    },
    { label: t('left'), value: <Amount value={order.left} ticker={amountTicker} withTicker /> },
    hasFills ? { label: t('average'), value: priceCell(context, market, averagePrice(order)) } : null,
    { label: t('gross'), value: moneyCell(order.deal_money, money) },
    { label: t('fee'), value: moneyCell(order.deal_fee, order.fee_asset) },
    { label: t('gst'), value: moneyCell(order.gst, order.fee_asset) },
    { label: t('tds'), value: moneyCell(order.tds, money) },
    hasFills && net !== undefined
      ? { label: t(order.side === 2 ? 'paid' : 'received'), value: <b>{moneyCell(net, money)}</b> }
      : null,
    {
      label: t('rates'),
      value:
        order.type === 2
          ? percentText(order.taker_fee)
          : t('ratesOf', { maker: percentText(order.maker_fee), taker: percentText(order.taker_fee) }),
    },
    { label: t('source'), value: knownSources.includes(order.source) ? t(`sources.${order.source}`) : order.source },
    order.client_id === undefined
      ? null
      : { label: t('clientId'), value: <span className="mono">{order.client_id}</span> },
  ];
  return <Facts facts={facts.filter((fact) => fact !== null)} />;
}

interface TimelineProps {
  order: SpotOrder;
  newest: SpotTrade | undefined;
  oldest: SpotTrade | undefined;
}

/** What has happened to the order, oldest first. */
export function OrderTimeline({ order, newest, oldest }: TimelineProps) {
  const { t } = useTranslation(detailsMessages);
  const status = statusOf(useColumnContext(), order);
  const end = status === 'filled' || status === 'partially_filled' ? status : 'cancelled';
  return (
    <ol className={styles.steps}>
      {timelineOf(order, newest, oldest).map(({ key, at }) => (
        <li key={key} data-state={key === 'open' ? 'current' : 'done'}>
          <strong>{t(`step.${key === 'ended' ? end : key}`)}</strong>
          {at !== null && <span className="muted tabular">{formatDateTime(at)}</span>}
        </li>
      ))}
    </ol>
  );
}
