import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookLevel, useBook, useDepthFeed } from '../../live/index.ts';
import { formatCompact, formatFixed } from '../../ui/format.ts';
import controls from '../parts/controls.module.css';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './chart.module.css';
import { balancedRange, type DepthPoint, depthPoints, stairs } from './depth-points.ts';

const width = 1000;
const height = 400;

/** What could be bought or sold up to each price: two staircases around the middle. */
export function DepthChart() {
  const { t } = useTranslation('terminal');
  const { name, stock, money, priceDecimals, grouping } = useTerminalMarket();
  useDepthFeed(name);
  const book = useBook();
  const box = useRef<HTMLDivElement>(null);
  const [pointer, setPointer] = useState<number | null>(null);
  const none: readonly BookLevel[] = [];
  const bids = depthPoints(book.market === name ? book.bids : none);
  const asks = depthPoints(book.market === name ? book.asks : none);
  const range = balancedRange(bids, asks);
  if (range === null) return <p className={controls.quietLine}>{t('chart.noDepth')}</p>;
  const inside = ({ price }: DepthPoint) => price >= range.from && price <= range.to;
  const shownBids = bids.filter(inside);
  const shownAsks = asks.filter(inside);
  const largest = Math.max(shownBids.at(-1)?.cumulative ?? 0, shownAsks.at(-1)?.cumulative ?? 0, Number.MIN_VALUE);
  const price = (value: number) => formatFixed(value.toFixed(priceDecimals), priceDecimals, grouping);
  const mid = (range.from + range.to) / 2;
  const pointed = pointer === null ? null : range.from + pointer * (range.to - range.from);
  const reached = pointed === null ? 0 : amountUpTo(pointed, mid, shownBids, shownAsks);

  function onPointerMove(event: React.PointerEvent): void {
    const bounds = box.current?.getBoundingClientRect();
    if (bounds) setPointer(Math.min(1, Math.max(0, (event.clientX - bounds.left) / bounds.width)));
  }

  return (
    <figure className={styles.depth}>
      <div ref={box} className={styles.depthBox} onPointerMove={onPointerMove} onPointerLeave={() => setPointer(null)}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('chart.depthLabel', {
            pair: `${stock}/${money}`,
            bids: formatCompact(String(shownBids.at(-1)?.cumulative ?? 0)),
            asks: formatCompact(String(shownAsks.at(-1)?.cumulative ?? 0)),
            ticker: stock,
          })}
        >
          <path d={stairs(shownBids, range, largest, width, height)} className={styles.bidArea} />
          <path d={stairs(shownAsks, range, largest, width, height)} className={styles.askArea} />
        </svg>
        {pointer !== null && pointed !== null && (
          <>
            <span className={styles.pointer} style={{ insetInlineStart: `${pointer * 100}%` }} />
            <span className={styles.readout} data-side={pointer > 0.5 ? 'start' : 'end'}>
              {t(pointed < mid ? 'chart.sellDown' : 'chart.buyUp', {
                price: price(pointed),
                amount: formatCompact(String(reached)),
                ticker: stock,
              })}
            </span>
          </>
        )}
      </div>
      <figcaption className={styles.depthAxis}>
        <span>{price(range.from)}</span>
        <span>{price(mid)}</span>
        <span>{price(range.to)}</span>
      </figcaption>
    </figure>
  );
}

function amountUpTo(pointed: number, mid: number, bids: readonly DepthPoint[], asks: readonly DepthPoint[]): number {
  const points = pointed < mid ? bids : asks;
  return points.findLast(({ price }) => (pointed < mid ? price >= pointed : price <= pointed))?.cumulative ?? 0;
}
