/** Orders and algos in words. */
import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { TFunction } from 'i18next';
import { isPerpetualAlgo } from '../../../live/index.ts';
import { formatUpTo } from '../../../ui/format.ts';
import type { ChipTone } from '../../../ui/status-chip.tsx';

type T = TFunction<'perpetual-account'>;

const marketPrice = '-1';

export const statusTones: Record<PerpetualOrder['status'], ChipTone> = {
  live: 'progress',
  partially_filled: 'progress',
  filled: 'done',
  canceled: 'waiting',
  closed: 'waiting',
  pause: 'waiting',
  partially_effective: 'attention',
  effective: 'done',
  order_failed: 'failed',
};

/** "Open long", "Close short": what an order does to its position. */
export function actionText(order: Pick<PerpetualOrder, 'side' | 'position'>, t: T): string {
  const isOpening = (order.side === 'buy') === (order.position === 'long');
  return t(`action.${isOpening ? 'open' : 'close'}.${order.position}`);
}

/** A price of the wire: "" and "-1" are the market's. */
export function priceText(price: string, t: T): string {
  return price === '' || price === marketPrice ? t('type.market') : formatUpTo(price, 8);
}

/** "≥ 63,000 last → market"; "" when there is no such leg. */
export function legText(order: PerpetualOrder, leg: 'tp' | 'sl', t: T): string {
  const trigger = order[`${leg}_trigger_price`];
  if (trigger === '') return '';
  const source = order[`${leg}_trigger_px_type`];
  return t('tpsl.inWords', {
    trigger: formatUpTo(trigger, 8),
    source: source === '' ? '' : t(`source.${source}`).toLowerCase(),
    price: priceText(order[`${leg}_order_price`], t).toLowerCase(),
  });
}

/** Where an algo fires and what it then sends: a line each leg. */
export function triggerLines(order: PerpetualOrder, t: T): string[] {
  if (order.type === 'trigger')
    return [
      t('tpsl.inWords', {
        trigger: formatUpTo(order.trigger_price, 8),
        source: order.trigger_px_type === '' ? '' : t(`source.${order.trigger_px_type}`).toLowerCase(),
        price: priceText(order.price, t).toLowerCase(),
      }),
    ];
  return (['tp', 'sl'] as const).flatMap((leg) => {
    const text = legText(order, leg, t);
    return text === '' ? [] : [`${t(`tpsl.short.${leg}`)} ${text}`];
  });
}

/** The size of an order; a closing algo without one closes the whole position. */
export function sizeText(order: PerpetualOrder, t: T): string {
  return order.sz === '' || Number(order.sz) === 0 ? t('size.whole') : formatUpTo(order.sz, 8);
}

/** Filled contracts: an algo's are its children's. */
export function filledOf(order: PerpetualOrder): string {
  return isPerpetualAlgo(order) ? order.actual_sz : order.fill_sz;
}

export function averageOf(order: PerpetualOrder): string {
  return isPerpetualAlgo(order) ? order.actual_px : order.fill_px;
}

/** The specification's groups of states that histories show. */
export const orderHistoryStatuses = ['filled', 'closed', 'canceled'] as const;
export const algoHistoryStatuses = ['effective', 'canceled', 'order_failed', 'filled'] as const;
