import type { RouteObject } from 'react-router-dom';
import { paths, perpetualPath, perpetualViewPath } from '../platform/paths.ts';
import { GuestsOnly } from './guards.tsx';
import { RootLayout } from './layouts/root-layout.tsx';
import type { RouteHandle } from './layouts/route-handle.ts';
import { lazyPage, type PageModule } from './lazy-page.tsx';
import { RedirectWithQuery } from './routing/redirect-with-query.tsx';
import { RouteBoundary } from './routing/route-boundary.tsx';

/** A route whose code arrives when it is visited; the module exports its page as `Component`. */
function page(path: string, load: () => Promise<PageModule>, handle: RouteHandle = {}): RouteObject {
  return { path, element: lazyPage(load), handle };
}

const marketing: RouteHandle = { marketing: true };
const formPage: RouteHandle = { form: true };
const bareFormPage: RouteHandle = { form: true, footer: false };
/** Of becoming a user. */
const entryPage: RouteHandle = { ...bareFormPage, marketing: true };
/** What a mail's link or a payment page ends at: its outcome alone. */
const outcome: RouteHandle = { footer: false, cookieNotice: false };
const terminal: RouteHandle = { footer: false, terminal: true, chat: false };
const bare: RouteHandle = { footer: false, header: false };
/** For apps and other sites; and the console, which has a head of its own. */
const embedded: RouteHandle = { ...bare, cookieNotice: false, chat: false };
const welcome = () => import('../features/welcome/welcome-page.tsx');
const signUp = () => import('../features/auth/sign-up-page.tsx');
const spot = () => import('../features/spot/spot-page.tsx');
const classicSpot = () => import('../features/spot/classic/classic-page.tsx');
const spotView = () => import('../features/spot/spot-view-page.tsx');
const perpetual = () => import('../features/perpetual/perpetual-page.tsx');
const perpetuals = () => import('../features/perpetual/list/perpetuals-page.tsx');
const terms = () => import('../features/legal/terms/terms-page.tsx');
const privacy = () => import('../features/legal/privacy/privacy-page.tsx');
const others = () => import('./other-pages.tsx');
const perpetualView = () => import('../features/perpetual/perpetual-view-page.tsx');

const guestRoutes: RouteObject[] = [
  page(paths.signUp, signUp, entryPage),
  page(paths.register, signUp, entryPage),
  page(paths.signIn, () => import('../features/auth/sign-in-page.tsx'), entryPage),
  page(paths.verification, () => import('../features/auth/verification-page.tsx'), { ...formPage, ...marketing }),
  page(paths.resetPassword, () => import('../features/auth/reset-password-page.tsx'), formPage),
];

export const appRoutes: RouteObject[] = [
  {
    element: (
      <RouteBoundary>
        <RootLayout />
      </RouteBoundary>
    ),
    children: [
      page(paths.welcome, welcome, marketing),
      page(paths.home, welcome, marketing),
      page(paths.market, () => import('../features/market/market-page.tsx'), marketing),
      page(`${paths.trade}/:pair?`, spot, terminal),
      page(`${paths.classicTrade}/:pair?`, classicSpot, { ...terminal, chat: true }),
      page(paths.tradingView, spotView, { ...embedded, chat: true }),
      page(`${paths.tradingView}/:pair/:dark?`, spotView, embedded),
      page(paths.perpetuals, perpetuals, { footer: false, chat: false, supportLink: true }),
      page(perpetualPath(':pair'), perpetual, { ...terminal, supportLink: true }),
      page(perpetualViewPath(':pair', ':dark'), perpetualView, embedded),
      { element: <GuestsOnly />, children: guestRoutes },
      page(`${paths.user}/*`, () => import('./user-area.tsx')),
      page(`${paths.operators}/*`, () => import('./operators-area.tsx'), embedded),
      page(paths.stopFactorRecovery, () => import('../features/auth/stop-factor-recovery-page.tsx'), bareFormPage),
      page(paths.logOut, () => import('../features/auth/log-out-page.tsx'), bare),
      page(paths.terms, terms, marketing),
      page('/cfx-terms/:dark', terms, embedded),
      page(paths.privacy, privacy, marketing),
      page('/cfx-privacy-policy/:dark', privacy, embedded),
      page(paths.twoFactor, () => import('../features/auth/two-factor-page.tsx'), formPage),
      page(paths.forgotPassword, () => import('../features/auth/forgot-password-page.tsx'), formPage),
      { path: paths.auth, element: <RedirectWithQuery to={paths.signIn} /> },
      page(paths.notFound, () => import('./pages/not-found-page.tsx'), { footer: false }),
      page(`${paths.successful}/*`, others, outcome),
      page(`${paths.unsuccessful}/*`, others, outcome),
      page('/merchant/:hash/*', others, bare),
      page('*', others),
    ],
  },
];
