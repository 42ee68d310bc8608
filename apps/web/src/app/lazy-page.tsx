import { type ComponentType, lazy, type ReactNode } from 'react';
import { loadChunk } from './load-chunk.ts';

export interface PageModule {
  Component: ComponentType;
}

/** A page whose code arrives when it is visited. */
export function lazyPage(load: () => Promise<PageModule>): ReactNode {
  const Page = lazy(() => loadChunk(load).then(({ Component }) => ({ default: Component })));
  return <Page />;
}
