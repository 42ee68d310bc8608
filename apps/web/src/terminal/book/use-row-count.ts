import { type RefObject, useLayoutEffect, useState } from 'react';

const spreadHeight = 28;
const fewest = 4;
const most = 40;
/** A finger needs 44 px; there the two sides stand beside each other. */
const phoneRow = 44;
const denseRow = 22;

/** How many rows fit on each side of the book. The count changes only with the size of the panel. */
export function useRowCount(element: RefObject<HTMLElement | null>, isPhone: boolean): number {
  const [count, setCount] = useState(isPhone ? 8 : 12);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => {
      const height = target.clientHeight - spreadHeight;
      const fitting = Math.floor(isPhone ? height / phoneRow : height / 2 / denseRow);
      setCount(Math.min(most, Math.max(fewest, fitting)));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isPhone]);
  return count;
}
