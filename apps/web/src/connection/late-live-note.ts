import { afterFirstPage } from '../ui/after-first-page.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** For pages with prices that are no terminal; it comes after the page. */
export const LiveNote = lazyPart(
  () =>
    afterFirstPage()
      .then(() => import('./live-note.tsx'))
      .then((module) => module.LiveNote),
  { isSilent: true },
);
