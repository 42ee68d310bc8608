import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { readOfTab, writeOfTab } from '../../platform/session-storage.ts';

/** Whether the last navigation asked for the page to stay where it is scrolled to. */
export const KeepsPositionContext = createContext(false);

const storageKey = 'pelican.positions';

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(readOfTab(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** A new page begins at its top, or at the part that its address names; one that is returned to is where it was left. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const keepsPosition = use(KeepsPositionContext);
  // The first page of each visit has the same key, whatever its address.
  const place = key === 'default' ? pathname : key;
  const shown = useRef<string>(undefined);
  const positions = useRef<Record<string, number>>(undefined);

  useLayoutEffect(() => {
    positions.current ??= storedPositions();
    const before = shown.current;
    if (before === place) return;
    shown.current = place;
    const left = positions.current[place];
    // A mark may be anything that somebody has typed: no selector, and perhaps no text.
    const part = hash && document.getElementById(hash.slice(1));
    if (left !== undefined) scrollTo(0, left);
    else if (part) part.scrollIntoView();
    else if (!keepsPosition) scrollTo(0, 0);
    // Nothing scrolls: the entry has the position of the one before.
    else if (before !== undefined) positions.current[place] = positions.current[before] ?? 0;
  }, [place, hash, keepsPosition]);

  useEffect(() => {
    const manually = () => {
      history.scrollRestoration = 'manual';
    };
    // Read as it changes: when the next page is there, the height of this one is gone.
    const scrolled = () => {
      if (positions.current && shown.current !== undefined) positions.current[shown.current] = scrollY;
    };
    const leaves = () => {
      writeOfTab(storageKey, JSON.stringify(positions.current));
      history.scrollRestoration = 'auto';
    };
    manually();
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('pagehide', leaves);
    addEventListener('pageshow', manually);
    return () => {
      removeEventListener('scroll', scrolled);
      removeEventListener('pagehide', leaves);
      removeEventListener('pageshow', manually);
    };
  }, []);
  return null;
}
