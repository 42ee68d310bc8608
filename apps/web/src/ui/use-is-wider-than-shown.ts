import { type RefObject, useEffect, useState } from 'react';

/** Whether what an element holds is wider than the element, which then scrolls. It is there as long as its component. */
export function useIsWiderThanShown(ref: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setIsWider(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [ref]);
  return isWider;
}
