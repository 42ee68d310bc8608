import { afterFirstPage } from '../../ui/after-first-page.ts';
import { loadChunk } from '../load-chunk.ts';

type LateParts = typeof import('./late-parts.ts');

let loading: Promise<LateParts> | undefined;

/** The parts of the layout that the first view does without; after a failure the next call asks for them again. */
export function loadLateParts(): Promise<LateParts> {
  loading ??= afterFirstPage()
    .then(() => loadChunk(() => import('./late-parts.ts')))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
