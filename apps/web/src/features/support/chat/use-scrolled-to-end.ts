import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a list to its end each time something is added.
 * @param newest identifies the state of the end of the list
 * @returns the ref of the element that scrolls
 */
export function useScrolledToEnd<Frame extends HTMLElement>(newest: string): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!frame.current || shown.current === newest) return;
    shown.current = newest;
    frame.current.scrollTop = frame.current.scrollHeight;
  }, [newest]);
  return frame;
}
