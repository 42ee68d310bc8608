import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { perpetualKeys } from '../../../api/perpetual.ts';
import { balancesKey } from '../../../api/wallet.ts';
import {
  isPerpetualAlgo,
  recordEvent,
  usePerpetualOrderEvents,
  usePerpetualPositionEvents,
} from '../../../live/index.ts';
import { paths } from '../../../platform/paths.ts';
import { notifyWhenHidden } from '../../../terminal/hidden-tab-notices.ts';
import { type Outcome, useFinishedNotices } from '../../../terminal/use-finished-notices.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { announceOnPage } from '../../../ui/page-announcements.ts';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { moneyDecimals } from '../account/decimals-shown.ts';
import { accountMessages } from '../account/messages.ts';
import { actionText, averageOf, filledOf } from '../account/order-words.ts';

type T = TFunction<'perpetual-account'>;

const refreshMs = 500;
/** The server's notices of what is announced here. */
const announcedKinds = ['position_liquidated', 'position_deleveraged'];
/** How long the notice of a forced close is shown. */
const forcedNoticeMs = 15_000;
const liquidationsPath = `${paths.perpetualsHistory}?tab=liquidations`;
/** Codes of forced closes, which are always announced. */
const forcedCodes = new Set([3, 4, 5]);

/** "Open long BTC/USDT: 5 contracts at 60,000", or the order that was cancelled: "Buy 0.05 BTC at 60,000". */
function sentence(order: PerpetualOrder, t: T): string {
  const values = { action: actionText(order, t), pair: pairText(order.market) };
  if (order.status === 'order_failed') return t('news.algoFailed', values);
  if (isZeroDecimal(filledOf(order) || '0')) {
    if (isPerpetualAlgo(order) || order.type === 'market') return t('news.canceled', values);
    return t(`news.canceledLimit.${order.side}`, {
      amount: formatUpTo(order.amount, 8),
      stock: stockOf(order.market),
      price: formatUpTo(order.price, 8),
    });
  }
  return t('news.filled', {
    ...values,
    size: formatUpTo(filledOf(order), 8),
    price: formatUpTo(averageOf(order), 8),
  });
}

function outcomeOf(order: PerpetualOrder): Outcome {
  if (order.status === 'filled') return 'filled';
  return order.status !== 'order_failed' && isZeroDecimal(filledOf(order) || '0') ? 'cancelled' : 'finished';
}

/** Announces ended perpetual orders and forced closes, and refreshes the histories after any change. */
export function AccountNews() {
  const { t } = useTranslation(accountMessages);
  const client = useQueryClient();
  useEffect(() => announceOnPage(announcedKinds), []);
  const announce = useFinishedNotices<PerpetualOrder>(
    'perpetual',
    useCallback((order) => sentence(order, t), [t]),
    outcomeOf,
  );
  const refreshTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(refreshTimer.current), []);

  const refreshLater = useCallback(() => {
    refreshTimer.current ??= setTimeout(() => {
      refreshTimer.current = undefined;
      const { orders, positionHistory, fundingPayments, liquidations, balances, maxAmounts } = perpetualKeys;
      for (const queryKey of [
        orders,
        positionHistory,
        fundingPayments,
        liquidations,
        balances,
        maxAmounts,
        balancesKey,
      ])
        void client.invalidateQueries({ queryKey });
    }, refreshMs);
  }, [client]);

  const onOrder = useCallback(
    (event: number, order: PerpetualOrder) => {
      refreshLater();
      // A fired algo is announced by its order.
      if (event !== recordEvent.finish || (isPerpetualAlgo(order) && order.status !== 'order_failed')) return;
      announce(order);
    },
    [announce, refreshLater],
  );
  usePerpetualOrderEvents(onOrder);

  const onPosition = useCallback(
    (event: number, position: OpenPosition, before: OpenPosition | undefined) => {
      if (event === recordEvent.finish || before?.status !== position.status) refreshLater();
      const values = {
        pair: pairText(position.market),
        position: t(`position.${position.position}`),
        size: formatUpTo((before ?? position).sz, 8),
        result: `${formatUpTo(position.profit_real, moneyDecimals(position.profit_real))} ${moneyOf(position.market)}`,
      };
      const alarm = (name: string, text: string) => {
        // The bell has it from the server.
        notify.error(text, {
          keep: false,
          title: t('news.forced'),
          durationMs: forcedNoticeMs,
          link: { to: liquidationsPath, text: t('news.receipt') },
        });
        notifyWhenHidden(`position-${position.position_id}-${name}`, values.pair, text);
      };
      if (position.is_liquidating && !before?.is_liquidating) alarm('liquidating', t('news.liquidating', values));
      const isNewCode = before?.status !== position.status && (before !== undefined || event === recordEvent.finish);
      if (isNewCode && forcedCodes.has(position.status))
        alarm(`code-${position.status}`, t(`news.code.${position.status}`, values));
    },
    [refreshLater, t],
  );
  usePerpetualPositionEvents(onPosition);

  return null;
}
