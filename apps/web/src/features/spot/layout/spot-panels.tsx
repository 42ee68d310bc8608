/** The shared panels of the terminal with what spot puts into them. */
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenOrders } from '../../../live/index.ts';
import { OrderBookPanel, type PickedLevel } from '../../../terminal/book/order-book-panel.tsx';
import { ChartPanel } from '../../../terminal/chart/chart-panel.tsx';
import type { ChartLine } from '../../../terminal/chart/price-lines.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { useSpotForm } from '../form/spot-form-store.ts';
import { usePickPrice } from '../form/use-pick-price.ts';
import { useSpotMarket } from '../market-context.ts';

const limitOrder = 1;

/** The user's resting orders of the market on screen. */
function useOwnOrders() {
  const { name } = useSpotMarket();
  const { orders } = useOpenOrders();
  return useMemo(
    () =>
      orders
        .filter((order) => order.market === name && order.type === limitOrder)
        .map(({ id, side, price, left }) => ({
          id,
          price,
          left,
          side: side === 2 ? ('buy' as const) : ('sell' as const),
        })),
    [orders, name],
  );
}

/** @param fills whether a level that is picked fills the side of the form on screen, or the price of both where both are */
export function SpotBook({ fills = 'side' }: { fills?: 'side' | 'both' }) {
  const own = useOwnOrders();
  const isPhone = useViewport() === 'phone';
  const pick = usePickPrice();
  const onPick = useCallback(
    ({ side, price, amount }: PickedLevel) => {
      // On a phone the form is not in sight: the side that takes this level opens. Elsewhere the side stays.
      const taking = side === 'buy' ? 'sell' : 'buy';
      if (fills === 'both') pick(side, price, null);
      pick(isPhone || fills === 'both' ? taking : useSpotForm.getState().side, price, amount);
      if (isPhone) useSpotForm.getState().set({ sheetOpen: true });
    },
    [fills, isPhone, pick],
  );
  return <OrderBookPanel own={own} onPick={onPick} />;
}

export function SpotChart({ area }: { area?: string }) {
  const { t } = useTranslation('spot');
  const own = useOwnOrders();
  const lines = useMemo(
    () =>
      own.map(
        ({ id, side, price, left }): ChartLine => ({
          id: `order-${id}`,
          price: Number(price),
          text: `${t(`side.${side}`)} ${formatUpTo(left, 8)}`,
          tone: side,
        }),
      ),
    [own, t],
  );
  return <ChartPanel lines={lines} {...(area ? { area } : {})} />;
}
