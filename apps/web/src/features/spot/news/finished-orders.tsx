import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { spotKeys } from '../../../api/spot.ts';
import { balancesKey } from '../../../api/wallet.ts';
import { recordEvent, useOrderEvents } from '../../../live/index.ts';
import { type Outcome, useFinishedNotices } from '../../../terminal/use-finished-notices.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { rememberEnded } from '../ended-orders.ts';
import { isFilled, sentence } from './order-sentence.ts';

const refreshMs = 400;
const announceMs = 5000;

function outcomeOf(order: SpotOrder, markets: Markets | undefined): Outcome {
  if (isZeroDecimal(order.deal_stock)) return 'cancelled';
  return isFilled(order, markets) ? 'filled' : 'finished';
}

/** Announces finished spot orders, refreshes the histories after any change, and reads partial fills out. */
export function FinishedOrders() {
  const { t } = useTranslation('spot-news');
  const client = useQueryClient();
  const { data: markets } = useQuery(marketsQuery);
  const latestMarkets = useRef(markets);
  latestMarkets.current = markets;
  const announce = useFinishedNotices<SpotOrder>(
    'spot',
    useCallback((order) => sentence(order, latestMarkets.current, t), [t]),
    useCallback((order) => outcomeOf(order, latestMarkets.current), []),
  );
  const fills = useRef(0);
  const timers = useRef<{ refresh?: number | undefined; fills?: number | undefined }>({});
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of Object.values(pending)) clearTimeout(timer);
    };
  }, []);

  const onEvent = useCallback(
    (event: number, order: SpotOrder) => {
      const pending = timers.current;
      pending.refresh ??= window.setTimeout(() => {
        pending.refresh = undefined;
        for (const queryKey of [spotKeys.finishedOrders, spotKeys.trades, spotKeys.openOrders, balancesKey])
          void client.invalidateQueries({ queryKey });
      }, refreshMs);
      // One that has not traded was changed by its owner.
      if (event === recordEvent.update && !isZeroDecimal(order.deal_stock)) {
        fills.current++;
        pending.fills ??= window.setTimeout(() => {
          pending.fills = undefined;
          setAnnouncement(t('fills', { count: fills.current }));
          fills.current = 0;
        }, announceMs);
      }
      if (event === recordEvent.finish) {
        rememberEnded(order.id);
        announce(order);
      }
    },
    [announce, client, t],
  );
  useOrderEvents(onEvent);

  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
