import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { cancelOrder } from '../../../api/spot.ts';
import { cancelHidden, mayCancel } from '../../../terminal/cancelling.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { moneyOf, pairText, stockOf } from '../../../ui/pair.ts';
import { ordersMessages } from './messages.ts';

/** Cancels an order, after a question where the user wants one. @param setHidden takes orders from the screen, or brings them back */
export function useCancelOrder(setHidden: (ids: readonly number[], hidden: boolean) => void) {
  const { t } = useTranslation(ordersMessages);
  return async ({ id, market, side, left, price }: SpotOrder): Promise<void> => {
    const may = await mayCancel({
      title: t('cancel.question'),
      body: t('cancel.body', {
        side: t(`common:side.${side === 2 ? 'buy' : 'sell'}`),
        amount: `${formatUpTo(left, 8)} ${stockOf(market)}`,
        price: `${formatUpTo(price, 8, groupingOf(moneyOf(market)))} ${moneyOf(market)}`,
        pair: pairText(market),
      }),
      confirmLabel: t('cancel.do'),
      cancelLabel: t('cancel.keep'),
    });
    if (may) await cancelHidden([id], setHidden, () => cancelOrder(id), t('cancel.failed'));
  };
}
