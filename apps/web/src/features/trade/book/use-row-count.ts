import { type RefObject, useLayoutEffect, useState } from 'react';

const rowHeight = 22;
const spreadHeight = 28;
const fewest = 4;
const most = 40;

/** How many rows of 22 px fit on each side of the spread line. The count changes only with the size of the panel. */
export function useRowCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(12);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => {
      const fitting = Math.floor((target.clientHeight - spreadHeight) / 2 / rowHeight);
      setCount(Math.min(most, Math.max(fewest, fitting)));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return count;
}
