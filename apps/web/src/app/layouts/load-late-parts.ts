import { whenIdle } from '../../ui/when-idle.ts';
import { loadChunk } from '../load-chunk.ts';

type LateParts = typeof import('./late-parts.ts');

let loading: Promise<LateParts> | undefined;

/** The parts of the layout that the first view does without; after a failure the next call asks for them again. */
export function loadLateParts(): Promise<LateParts> {
  loading ??= whenIdle()
    .then(() => loadChunk(() => import('./late-parts.ts')))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
