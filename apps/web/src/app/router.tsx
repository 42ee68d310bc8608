import { type ComponentType, lazy } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths, perpetualPath, ticketPath } from '../platform/paths.ts';
import { GuestsOnly, RequireSession } from './guards.tsx';
import { RootLayout } from './layouts/root-layout.tsx';
import type { RouteHandle } from './layouts/route-handle.ts';
import { loadChunk } from './load-chunk.ts';
import { RouteError } from './route-error.tsx';

type PageModule = { Component: ComponentType };

/** No part of the first view: trading screens are outside of the user area. */
const UserLayout = lazy(() =>
  loadChunk(() => import('./layouts/user-layout.tsx')).then(({ UserLayout: Layout }) => ({ default: Layout })),
);

/** A route whose code arrives when it is visited; the module exports its page as `Component`. */
function page(path: string, load: () => Promise<PageModule>, handle: RouteHandle = {}): RouteObject {
  const Page = lazy(() => loadChunk(load).then(({ Component }) => ({ default: Component })));
  return { path, element: <Page />, errorElement: <RouteError />, handle };
}

const noFooter: RouteHandle = { footer: false };
const formPage: RouteHandle = { footer: false, form: true };
const terminal: RouteHandle = { footer: false, terminal: true };
const embedded: RouteHandle = { footer: false, header: false, cookieNotice: false };
/** The console has a head of its own. */
const operators: RouteHandle = { footer: false, header: false, cookieNotice: false };
const welcome = () => import('../features/welcome/welcome-page.tsx');
const signUp = () => import('../features/auth/sign-up-page.tsx');
const spot = () => import('../features/spot/spot-page.tsx');
const perpetual = () => import('../features/perpetual/perpetual-page.tsx');
const perpetuals = () => import('../features/perpetual/list/perpetuals-page.tsx');
const support = () => import('../features/support/pages.tsx');
const indianVerification = () => import('../features/verification/india-page.tsx');
const globalVerification = () => import('../features/verification/global-page.tsx');
const terms = () => import('../features/legal/terms-page.tsx');
const privacy = () => import('../features/legal/privacy-page.tsx');
const referrals = () => import('../features/referrals/referrals-page.tsx');
const perpetualView = () => import('../features/perpetual/perpetual-view-page.tsx');

const guestRoutes: RouteObject[] = [
  page(paths.signUp, signUp, formPage),
  page(paths.register, signUp, formPage),
  page(paths.signIn, () => import('../features/auth/sign-in-page.tsx'), formPage),
  page(paths.verification, () => import('../features/auth/verification-page.tsx'), formPage),
  page(paths.resetPassword, () => import('../features/auth/reset-password-page.tsx'), formPage),
];

const userRoutes: RouteObject[] = [
  { path: paths.user, element: <Navigate to={paths.profile} replace /> },
  page(paths.profile, () => import('../features/settings/profile/profile-page.tsx')),
  page(paths.security, () => import('../features/settings/security/security-page.tsx')),
  page(paths.apiKeys, () => import('../features/settings/api-keys/api-keys-page.tsx')),
  page(paths.deleteAccount, () => import('../features/settings/deletion/deletion-page.tsx')),
  page(paths.kyc, () => import('../features/verification/verification-page.tsx')),
  page(paths.kycIndia, indianVerification),
  page(`${paths.kycIndia}/redo`, indianVerification),
  page(paths.kycGlobal, globalVerification),
  page(`${paths.kycGlobal}/redo`, globalVerification),
  page(paths.walletList, () => import('../features/wallet/wallet-list-page.tsx')),
  page(paths.ordersHistory, () => import('../features/spot/history/orders-history-page.tsx')),
  page(paths.perpetualsHistory, () => import('../features/perpetual/history/perpetuals-history-page.tsx')),
  page(paths.referrals, referrals),
  page(paths.currentReferrals, referrals),
  page(paths.referralAccruals, referrals),
  page(paths.referralClaims, referrals),
  { path: paths.myReferrals, element: <Navigate to={paths.currentReferrals} replace /> },
  page(paths.tickets, support),
  page(ticketPath(':ticketId'), support),
  page(paths.preferences, () => import('../features/settings/preferences-page.tsx')),
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
          {
            element: <RequireSession />,
            children: [
              { element: <UserLayout />, children: userRoutes },
              page(`${paths.operators}/*`, () => import('../features/ops/ops-area.tsx'), operators),
            ],
          },
          page(paths.logOut, () => import('../features/auth/log-out-page.tsx'), { footer: false, header: false }),
          page(paths.support, support),
          page(paths.faq, support),
          page(paths.partnership, support),
          page(paths.listing, support),
          page(paths.terms, terms),
          page('/cfx-terms/:dark', terms, embedded),
          page(paths.privacy, privacy),
          page('/cfx-privacy-policy/:dark', privacy, embedded),
          page(paths.twoFactor, () => import('../features/auth/two-factor-page.tsx'), formPage),
          page(paths.forgotPassword, () => import('../features/auth/forgot-password-page.tsx'), formPage),
          page(paths.verify, () => import('../features/auth/verify-page.tsx'), noFooter),
          { path: paths.auth, element: <Navigate to={paths.signIn} replace /> },
          page(paths.notFound, () => import('./pages/not-found-page.tsx'), noFooter),
          { path: '*', element: <Navigate to={paths.notFound} replace /> },
        ],
      },
    ],
    { basename: basename || '/' },
  );
}
