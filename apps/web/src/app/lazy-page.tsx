import { type ComponentType, lazy, type ReactNode } from 'react';
import { messagesOfPage } from '../platform/i18n.ts';
import { loadChunk } from './load-chunk.ts';
import { PageShown } from './page-shown.tsx';

export interface PageModule {
  Component: ComponentType;
}

/** A page whose code arrives when it is visited. */
export function lazyPage(load: () => Promise<PageModule>): ReactNode {
  const Page = lazy(async () => {
    // Asked for beside the code; what the code itself asks for comes on top.
    void messagesOfPage();
    const { Component } = await loadChunk(load, true);
    await messagesOfPage();
    return { default: Component };
  });
  return (
    <>
      <Page />
      <PageShown />
    </>
  );
}
