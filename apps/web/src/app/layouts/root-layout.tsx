import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { openChallenges } from '../../api/challenges.ts';
import { useSession } from '../../api/session.ts';
import { afterFirstPage } from '../../ui/after-first-page.ts';
import { questions } from '../../ui/confirm.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { loadChunk } from '../load-chunk.ts';
import { RouteBoundary } from '../routing/route-boundary.tsx';
import { ScrollRestoration } from '../routing/scroll-restoration.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { Header } from './header.tsx';
import { loadLateParts } from './load-late-parts.ts';
import { OfflineBar } from './offline-bar.tsx';
import styles from './root-layout.module.css';
import { useRouteHandle } from './route-handle.ts';
import { StatusBar } from './status-bar.tsx';
import { TopBars } from './top-bars.tsx';

const ConfirmDialog = lazyPart(() =>
  loadChunk(() => import('../../ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog)),
);

const StepUpDialog = lazyPart(() =>
  loadChunk(() => import('../../identity/step-up-dialog.tsx').then((module) => module.StepUpDialog)),
);

/** It begins below the screen, so it may arrive after the page. */
const Footer = lazyPart(async () => (await loadLateParts()).Footer);

const AccountNews = lazyPart(() =>
  afterFirstPage().then(() => loadChunk(() => import('./account-news.tsx').then((module) => module.AccountNews))),
);

const ExchangeNotes = lazyPart(async () => (await loadLateParts()).ExchangeNotes);

const LateLayers = lazyPart(async () => (await loadLateParts()).LateLayers);

/** The server has filled the head of the first page; nobody who is on the page misses it. */
const PageMeta = lazyPart(async () => (await loadLateParts()).PageMeta, { isSilent: true });

/** After a change of page the focus goes to the page, as it would after a full load. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    // A page that begins with a field has taken the focus already.
    const isInField = document.activeElement instanceof HTMLInputElement;
    if (previous.current !== pathname && !isInField) main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
  return main;
}

function Dialogs() {
  const [question] = useStore(questions);
  const [challenge] = useStore(openChallenges);
  // The answer is for a call that something open waits for: it stands above.
  return (
    <>
      {question && <ConfirmDialog key={question.id} question={question} />}
      {challenge && <StepUpDialog key={challenge.challenge.id} open={challenge} />}
    </>
  );
}

export function RootLayout() {
  const { t } = useTranslation();
  const handle = useRouteHandle();
  const main = useFocusOnNavigation();
  const { isSignedIn } = useSession();
  return (
    <div
      className={styles.shell}
      data-terminal={handle.terminal || undefined}
      data-form={handle.form || undefined}
      data-marketing={handle.marketing || undefined}
    >
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <TopBars>
        <OfflineBar />
        <ExchangeNotes />
        {handle.header && isSignedIn && <AccountNews />}
      </TopBars>
      {handle.header && <Header />}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<PageSkeleton />}>
          <RouteBoundary>
            <Outlet />
          </RouteBoundary>
        </Suspense>
      </main>
      {handle.terminal && <StatusBar />}
      {handle.footer && <Footer />}
      {handle.header && !handle.form && <BottomBar />}
      {handle.cookieNotice && <CookieNotice inFlow={handle.form} />}
      <LateLayers />
      <Dialogs />
      <PageMeta />
      <ScrollRestoration />
    </div>
  );
}
