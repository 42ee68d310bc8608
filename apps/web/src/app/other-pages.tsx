/** Pages that lie beside the way to a trade, with the default layout: their table is no part of the first view. */
import { Navigate, type RouteObject, useParams, useRoutes } from 'react-router-dom';
import {
  announcementsPath,
  assetsStatusPath,
  depositPath,
  paths,
  payPath,
  reservesPath,
  withdrawConfirmPath,
  withdrawPath,
} from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { lazyPage, type PageModule } from './lazy-page.tsx';

function page(path: string, load: () => Promise<PageModule>): RouteObject {
  return { path, element: lazyPage(load) };
}

const support = () => import('../features/support/pages.tsx');

/** Pages that need a sign-in. */
function own(path: string, load: () => Promise<PageModule>): RouteObject {
  return { path, element: <RequireSession>{lazyPage(load)}</RequireSession> };
}

const merchant = lazyPage(() => import('../features/fiat/merchant-page.tsx'));
const requestStatus = lazyPage(() => import('../features/withdrawals/request-status-pages.tsx'));

/** Pages below paths of their own, which have no footer: /merchant/{hash}, /successful and /unsuccessful. */
function BarePage() {
  return useParams().hash === undefined ? requestStatus : merchant;
}

export const otherPages: RouteObject[] = [
  { index: true, element: <BarePage /> },
  own(paths.inrDeposit, () => import('./pages/inr-deposit-page.tsx')),
  own(withdrawPath(':ticker'), () => import('../features/withdrawals/withdraw-page.tsx')),
  page(withdrawConfirmPath, () => import('../features/withdrawals/confirm-link-page.tsx')),
  own(depositPath(':ticker'), () => import('../features/deposits/deposit-page.tsx')),
  page(payPath(':hash'), () => import('../features/invoices/pay-page.tsx')),
  page(paths.codes, () => import('../features/codes/codes-page.tsx')),
  page(paths.fees, () => import('../features/fees/fee-schedule-page.tsx')),
  page(reservesPath, () => import('../features/reserves/reserves-page.tsx')),
  page(`${announcementsPath}/*`, () => import('../features/announcements/announcements-page.tsx')),
  page(assetsStatusPath(), () => import('../features/assets-status/assets-status-page.tsx')),
  page(paths.support, support),
  page(paths.faq, support),
  page(paths.partnership, support),
  page(paths.listing, support),
  page(paths.referralProgramme, () => import('../features/referrals/programme-page.tsx')),
  page(paths.verify, () => import('../features/auth/verify-page.tsx')),
  { path: '*', element: <Navigate to={paths.notFound} replace /> },
];

export function Component() {
  return useRoutes(otherPages);
}
