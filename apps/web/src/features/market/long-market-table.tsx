import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { type MarketListProps, MarketRows, rowHeight } from './market-rows.tsx';

const cardHeight = 109;

/** A long list draws only the rows near the screen. */
export function LongMarketTable({ markets = [], ...rest }: MarketListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const count = markets.length;
  const isPhone = globalThis.matchMedia?.('(max-width: 767.98px)').matches ?? false;
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (isPhone ? cardHeight : rowHeight),
    overscan: 12,
    scrollMargin: frame.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const margin = virtualizer.options.scrollMargin;
  const space =
    first && last
      ? { before: first.start - margin, after: virtualizer.getTotalSize() - (last.end - margin), rowCount: count }
      : undefined;
  return (
    <div ref={frame}>
      <MarketRows {...rest} markets={markets.slice(first?.index ?? 0, (last?.index ?? 0) + 1)} space={space} />
    </div>
  );
}
