import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keepOrdersInHiddenTab } from '../live/index.ts';
import { notify } from '../ui/notify.ts';
import { mayNotify, notifyWhenHidden } from './hidden-tab-notices.ts';

const announcedMax = 5;
const debounceMs = 200;

/** All of it was traded, nothing was, or something else. */
export type Outcome = 'filled' | 'cancelled' | 'finished';

const titles: Record<Outcome, string> = {
  filled: 'notices.orderFilled',
  cancelled: 'notices.orderCancelled',
  finished: 'notices.ordersFinished',
};

/**
 * Announces finished orders of a venue: gathered for 200 ms, the last five in one notice, and as a browser notification
 * while the tab is hidden.
 * @param venue as part of the name of what happened
 * @param sentenceOf what is said of one order; must keep its identity
 * @param outcomeOf how one order ended, for the title; must keep its identity
 * @returns to be called with each order that has ended
 */
export function useFinishedNotices<Order extends { id: number }>(
  venue: 'spot' | 'perpetual',
  sentenceOf: (order: Order) => string,
  outcomeOf: (order: Order) => Outcome,
): (order: Order) => void {
  const { t } = useTranslation();
  const finished = useRef<Order[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    keepOrdersInHiddenTab(mayNotify);
    return () => clearTimeout(timer.current);
  }, []);
  return useCallback(
    (order) => {
      finished.current = [...finished.current, order].slice(-announcedMax);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const orders = finished.current;
        finished.current = [];
        const outcome = orders.length === 1 ? outcomeOf(order) : 'finished';
        const title = t(titles[outcome], { count: orders.length });
        const text = orders.map(sentenceOf).join(' · ');
        notify.success(text, { title });
        notifyWhenHidden(`${venue}-orders-${orders.map(({ id }) => id).join('-')}`, title, text);
      }, debounceMs);
    },
    [venue, sentenceOf, outcomeOf, t],
  );
}
