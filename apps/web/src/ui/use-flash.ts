import { useEffect, useRef } from 'react';

const flashMs = 350;
/** At most twice a second a cell. */
const pauseMs = 500;

/**
 * Tints an element when its number rises or falls: give the result to `ref`. Works on the element's classes, so a flash
 * costs no render.
 */
export function useFlash<Element extends HTMLElement>(value: string | null | undefined) {
  const element = useRef<Element>(null);
  const previous = useRef(value);
  const lastFlashMs = useRef(0);
  useEffect(() => {
    const before = previous.current;
    previous.current = value;
    const target = element.current;
    const now = performance.now();
    if (!target || !before || !value || before === value || now - lastFlashMs.current < pauseMs) return;
    lastFlashMs.current = now;
    const name = Number(value) > Number(before) ? 'flash-up' : 'flash-down';
    target.classList.add(name);
    const timer = setTimeout(() => target.classList.remove(name), flashMs);
    return () => {
      clearTimeout(timer);
      target.classList.remove(name);
    };
  }, [value]);
  return element;
}
