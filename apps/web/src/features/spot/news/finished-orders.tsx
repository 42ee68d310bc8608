import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { spotKeys } from '../../../api/spot.ts';
import { balancesKey } from '../../../api/wallet.ts';
import { recordEvent, useOrderEvents } from '../../../live/index.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { shownStatus } from '../../../terminal/order-figures.ts';
import { type Outcome, useFinishedNotices } from '../../../terminal/use-finished-notices.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { moneyOf, stockOf } from '../../../ui/pair.ts';
import { rememberEnded } from '../ended-orders.ts';
import english from './locales/en.json';

addMessages('spot-news', english);

const refreshMs = 400;
const announceMs = 5000;

function isFilled(order: SpotOrder, markets: Markets | undefined): boolean {
  return shownStatus(order, markets?.byName.get(order.market)?.amount_step) === 'filled';
}

function outcomeOf(order: SpotOrder, markets: Markets | undefined): Outcome {
  if (isZeroDecimal(order.deal_stock)) return 'cancelled';
  return isFilled(order, markets) ? 'filled' : 'finished';
}

/** "Bought 0.5 LTC for 48.25 USDT. Fee and taxes: 0.11 USDT.", or the order that was cancelled. */
function sentence(order: SpotOrder, markets: Markets | undefined, t: TFunction<'spot-news'>): string {
  const stock = stockOf(order.market);
  const money = moneyOf(order.market);
  const side = order.side === 2 ? 'buy' : 'sell';
  if (isZeroDecimal(order.deal_stock))
    return t(`${isZeroDecimal(order.price) ? 'cancelledMarket' : 'cancelled'}.${side}`, {
      amount: formatUpTo(order.amount, 8),
      ticker: order.amount_type === 'money' ? money : stock,
      price: formatUpTo(order.price, 8, groupingOf(money)),
    });
  return t(`${isFilled(order, markets) ? 'filled' : 'part'}.${side}`, {
    amount: formatUpTo(order.deal_stock, 8),
    stock,
    total: formatUpTo(order.deal_money, 8, groupingOf(money)),
    money,
    charges: chargesText(order, money),
  });
}

/** Fee with GST, in PLC where the user pays it so, and what was withheld of the money. */
function chargesText({ deal_fee, gst, tds, fee_asset }: SpotOrder, money: string): string {
  const fee = new Decimal(deal_fee).plus(gst);
  const inMoney = fee_asset === money ? fee.plus(tds) : new Decimal(tds);
  const texts = fee_asset === money ? [] : [`${formatUpTo(plain(fee), 8)} ${fee_asset}`];
  if (fee_asset === money || !inMoney.isZero())
    texts.push(`${formatUpTo(plain(inMoney), 8, groupingOf(money))} ${money}`);
  return texts.join(' + ');
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
      if (event === recordEvent.update) {
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
