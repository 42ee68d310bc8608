/** The shared panels of the terminal with what a perpetual market puts into them. */
import { useCallback, useMemo, useState } from 'react';
import { isPerpetualAlgo, usePerpetualOrders } from '../../../live/index.ts';
import { OrderBookPanel, type PickedLevel } from '../../../terminal/book/order-book-panel.tsx';
import { ChartPanel } from '../../../terminal/chart/chart-panel.tsx';
import type { ChartLine } from '../../../terminal/chart/price-lines.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { usePerpetualForm } from '../form/perpetual-form-store.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';

const ChartLines = lazyPart(() => import('./chart-lines.ts').then((module) => module.ChartLines));

export function PerpetualBook() {
  const { name, steps } = usePerpetualMarket();
  const { orders } = usePerpetualOrders();
  const isPhone = useViewport() === 'phone';
  const edit = usePerpetualForm((form) => form.edit);
  const setSheet = usePerpetualForm((form) => form.setSheet);
  const own = useMemo(
    () => orders.filter((order) => order.market === name && order.price !== '' && !isPerpetualAlgo(order)),
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

export function PerpetualChart({ area }: { area?: string }) {
  const [lines, setLines] = useState<readonly ChartLine[]>([]);
  return (
    <>
      <ChartPanel lines={lines} {...(area ? { area } : {})} />
      <ChartLines onChange={setLines} />
    </>
  );
}
