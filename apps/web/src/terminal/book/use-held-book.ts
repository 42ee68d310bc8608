import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type BookSnapshot, useBook } from '../../live/index.ts';

/** How long the rows stay still after the pointer has moved over them. */
const heldMs = 1500;

/**
 * The book to draw. While the mouse moves over its rows they keep their prices, so that a click takes the price that was
 * aimed at; a mouse that rests there does not hold the book back.
 */
export function useHeldBook(market: string) {
  const live = useBook();
  const [held, setHeld] = useState<BookSnapshot | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function release(): void {
    clearTimeout(timer.current);
    setHeld(null);
  }

  function hold({ pointerType }: PointerEvent): void {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(release, heldMs);
    setHeld((known) => (known?.market === market ? known : live));
  }

  return { book: held?.market === market ? held : live, onPointerMove: hold, onPointerLeave: release };
}
