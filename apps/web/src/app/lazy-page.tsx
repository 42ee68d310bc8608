import { type ComponentType, lazy, type ReactElement } from 'react';
import { messagesOfPage } from '../platform/i18n.ts';
import { loadChunk } from './load-chunk.ts';
import { PageShown } from './page-shown.tsx';

export interface PageModule {
  Component: ComponentType;
}

interface LazyPageProps {
  Page: ComponentType;
  /** What `Page` is made of: who reads the table of routes learns from it which module a page is. */
  load: () => Promise<PageModule>;
}

function LazyPage({ Page }: LazyPageProps) {
  return (
    <>
      <Page />
      <PageShown />
    </>
  );
}

/** A page whose code arrives when it is visited. */
export function lazyPage(load: () => Promise<PageModule>): ReactElement<LazyPageProps> {
  const Page = lazy(async () => {
    // Asked for beside the code; what the code itself asks for comes on top.
    void messagesOfPage();
    const { Component } = await loadChunk(load, { mayReload: true });
    await messagesOfPage();
    return { default: Component };
  });
  return <LazyPage Page={Page} load={load} />;
}
