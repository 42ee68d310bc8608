import { type ReactNode, useEffect, useRef } from 'react';

/** What stands above the header of every page. A trading screen fits the window less its height. */
export function TopBars({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty('--banner-height', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--banner-height');
    };
  }, []);
  return <div ref={layer}>{children}</div>;
}
