/** The shared panels of the terminal with what a swap market puts into them. */
import { useCallback, useMemo, useState } from 'react';
import { isSwapAlgo, useSwapOrders } from '../../../live/index.ts';
import { OrderBookPanel, type PickedLevel } from '../../../terminal/book/order-book-panel.tsx';
import { ChartPanel } from '../../../terminal/chart/chart-panel.tsx';
import type { ChartLine } from '../../../terminal/chart/price-lines.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useSwapForm } from '../form/swap-form-store.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';

const ChartLines = lazyPart(() => import('./chart-lines.ts').then((module) => module.ChartLines));

export function SwapBook() {
  const { name, steps } = usePerpetualMarket();
  const { orders } = useSwapOrders();
  const isPhone = useViewport() === 'phone';
  const edit = useSwapForm((form) => form.edit);
  const setSheet = useSwapForm((form) => form.setSheet);
  const own = useMemo(
    () => orders.filter((order) => order.market === name && order.price !== '' && !isSwapAlgo(order)),
    [orders, name],
  );
  const onPick = useCallback(
    ({ side, price, amount }: PickedLevel) => {
      // On a phone the form is not in sight: the side that takes this level opens. Elsewhere the side stays.
      if (isPhone) edit({ kind: 'position', position: side === 'buy' ? 'short' : 'long' }, steps);
      edit({ kind: 'pick', price, coins: amount }, steps);
      if (isPhone) setSheet(true);
    },
    [isPhone, edit, setSheet, steps],
  );
  return <OrderBookPanel own={own} onPick={onPick} />;
}

export function SwapChart({ area }: { area?: string }) {
  const [lines, setLines] = useState<readonly ChartLine[]>([]);
  return (
    <>
      <ChartPanel lines={lines} {...(area ? { area } : {})} />
      <ChartLines onChange={setLines} />
    </>
  );
}
