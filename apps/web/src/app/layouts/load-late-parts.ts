import { whenIdle } from '../../ui/when-idle.ts';
import { loadChunk } from '../load-chunk.ts';

/** The parts of the layout that the first view does without. */
export async function loadLateParts(): Promise<typeof import('./late-parts.ts')> {
  await whenIdle();
  return loadChunk(() => import('./late-parts.ts'));
}
