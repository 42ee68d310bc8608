import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { keptFormKey } from '../platform/kept-form-key.ts';
import { readOfTab } from '../platform/session-storage.ts';
import { firstPageShown } from '../ui/after-first-page.ts';
import type { PageAddress } from './layouts/language-switch.ts';

/** A switch of the language is a full load: what was typed before it is filled in again, before anything else is typed. */
async function restoreTyped(page: PageAddress): Promise<void> {
  if (readOfTab(keptFormKey) === null) return;
  const { restoreAfterSwitch } = await import('./layouts/language-switch.ts');
  restoreAfterSwitch(page);
}

/** Stands beside a page below the same `Suspense`, so that its effects run when the page is on screen. */
export function PageShown() {
  const page = useRef(useLocation());
  useEffect(() => {
    firstPageShown();
    // Without the code the fields stay empty.
    restoreTyped(page.current).catch(() => undefined);
  }, []);
  return null;
}
