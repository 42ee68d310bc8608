import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths, perpetualPath } from '../platform/paths.ts';
import { GuestsOnly } from './guards.tsx';
import { RootLayout } from './layouts/root-layout.tsx';
import type { RouteHandle } from './layouts/route-handle.ts';
import { lazyPage, type PageModule } from './lazy-page.tsx';
import { RouteError } from './route-error.tsx';

/** A route whose code arrives when it is visited; the module exports its page as `Component`. */
function page(path: string, load: () => Promise<PageModule>, handle: RouteHandle = {}): RouteObject {
  return { path, element: lazyPage(load), errorElement: <RouteError />, handle };
}

const noFooter: RouteHandle = { footer: false };
const formPage: RouteHandle = { form: true };
const bareFormPage: RouteHandle = { ...formPage, footer: false };
/** What a mail's link or a payment page ends at: its outcome alone. */
const outcome: RouteHandle = { footer: false, cookieNotice: false };
const terminal: RouteHandle = { footer: false, terminal: true };
const embedded: RouteHandle = { footer: false, header: false, cookieNotice: false };
/** The console has a head of its own. */
const operators: RouteHandle = { footer: false, header: false, cookieNotice: false };
const welcome = () => import('../features/welcome/welcome-page.tsx');
const signUp = () => import('../features/auth/sign-up-page.tsx');
const spot = () => import('../features/spot/spot-page.tsx');
const perpetual = () => import('../features/perpetual/perpetual-page.tsx');
const perpetuals = () => import('../features/perpetual/list/perpetuals-page.tsx');
const terms = () => import('../features/legal/terms-page.tsx');
const privacy = () => import('../features/legal/privacy-page.tsx');
const others = () => import('./other-pages.tsx');
const perpetualView = () => import('../features/perpetual/perpetual-view-page.tsx');

const guestRoutes: RouteObject[] = [
  page(paths.signUp, signUp, bareFormPage),
  page(paths.register, signUp, bareFormPage),
  page(paths.signIn, () => import('../features/auth/sign-in-page.tsx'), bareFormPage),
  page(paths.verification, () => import('../features/auth/verification-page.tsx'), formPage),
  page(paths.resetPassword, () => import('../features/auth/reset-password-page.tsx'), formPage),
];

/** @param basename '' or the language's prefix */
export function createAppRouter(basename: string) {
  return createBrowserRouter(
    [
      {
        element: <RootLayout />,
        errorElement: <RouteError />,
        children: [
          page(paths.welcome, welcome),
          page(paths.home, welcome),
          page(paths.market, () => import('../features/market/market-page.tsx')),
          page(paths.trade, spot, terminal),
          page(`${paths.trade}/:pair`, spot, terminal),
          page(paths.perpetuals, perpetuals, noFooter),
          page(perpetualPath(':pair'), perpetual, terminal),
          page('/swap-trading-view/:pair/:dark', perpetualView, embedded),
          { element: <GuestsOnly />, children: guestRoutes },
          page(`${paths.user}/*`, () => import('./user-area.tsx')),
          page(`${paths.operators}/*`, () => import('./operators-area.tsx'), operators),
          page(paths.stopFactorRecovery, () => import('../features/auth/stop-factor-recovery-page.tsx'), bareFormPage),
          page(paths.logOut, () => import('../features/auth/log-out-page.tsx'), { footer: false, header: false }),
          page(paths.terms, terms),
          page('/cfx-terms/:dark', terms, embedded),
          page(paths.privacy, privacy),
          page('/cfx-privacy-policy/:dark', privacy, embedded),
          page(paths.twoFactor, () => import('../features/auth/two-factor-page.tsx'), formPage),
          page(paths.forgotPassword, () => import('../features/auth/forgot-password-page.tsx'), formPage),
          { path: paths.auth, element: <Navigate to={paths.signIn} replace /> },
          page(paths.notFound, () => import('./pages/not-found-page.tsx'), noFooter),
          page(`${paths.successful}/*`, others, outcome),
          page(`${paths.unsuccessful}/*`, others, outcome),
          page('/merchant/:hash/*', others, { footer: false, header: false }),
          page('*', others),
        ],
      },
    ],
    { basename: basename || '/' },
  );
}
