/** Pages that lie beside the way to a trade: their table is no part of the first view. */
import { Navigate, type RouteObject, useParams, useRoutes } from 'react-router-dom';
import {
  aboutPath,
  amlPath,
  announcementPath,
  announcementsPath,
  assetsStatusPath,
  bugBountyPath,
  cookiesPath,
  creditHistoryPath,
  delistingPath,
  depositPath,
  downloadPath,
  editOfferPath,
  exchangePath,
  lenderHistoryPath,
  lenderPath,
  loansManualPath,
  loansPath,
  newOfferPath,
  offerPath,
  paths,
  payPath,
  reservesPath,
  riskPath,
  stablePath,
  tokenPath,
  tokenRoadmapPath,
  tokenUtilityPath,
  withdrawConfirmPath,
  withdrawPath,
} from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { type RouteHandle, useHandleOf } from './layouts/route-handle.ts';
import { lazyPage, type PageModule } from './lazy-page.tsx';

function page(path: string, load: () => Promise<PageModule>, handle?: RouteHandle): RouteObject {
  return { path, element: lazyPage(load), handle };
}

const marketing: RouteHandle = { marketing: true };

const announcements = () => import('../features/announcements/announcements-page.tsx');

/** Pages that need a sign-in. */
function own(path: string, load: () => Promise<PageModule>, handle?: RouteHandle): RouteObject {
  return { path, element: <RequireSession>{lazyPage(load)}</RequireSession>, handle };
}

const merchant = lazyPage(() => import('../features/fiat/merchant-page.tsx'));
const requestStatus = lazyPage(() => import('../features/withdrawals/request-status-pages.tsx'));

/** Pages below paths of their own, which have no footer: /merchant/{hash}, /successful and /unsuccessful. */
function BarePage() {
  return useParams().hash === undefined ? requestStatus : merchant;
}

export const otherPages: RouteObject[] = [
  { index: true, element: <BarePage /> },
  own(paths.inrDeposit, () => import('./pages/inr-deposit-page.tsx'), marketing),
  own(withdrawPath(':ticker'), () => import('../features/withdrawals/withdraw-page.tsx'), marketing),
  page(withdrawConfirmPath, () => import('../features/withdrawals/confirm-link-page.tsx')),
  own(depositPath(':ticker'), () => import('../features/deposits/deposit-page.tsx'), marketing),
  page(payPath(':hash'), () => import('../features/invoices/pay-page.tsx')),
  page(paths.codes, () => import('../features/codes/codes-page.tsx')),
  page(loansPath, () => import('../features/loans/loans-page.tsx')),
  page(loansManualPath, () => import('../features/loans/manual/manual-page.tsx')),
  own(creditHistoryPath, () => import('../features/loans/history/credit-history-page.tsx')),
  own(lenderPath, () => import('../features/loans/lender/lender-page.tsx')),
  own(lenderHistoryPath, () => import('../features/loans/history/lender-history-page.tsx')),
  own(newOfferPath, () => import('../features/loans/offers/new-offer-page.tsx')),
  own(editOfferPath(':loanId'), () => import('../features/loans/offers/edit-offer-page.tsx')),
  own(offerPath(':loanId'), () => import('../features/loans/offers/offer-page.tsx')),
  page(exchangePath, () => import('../features/spot/exchange/exchange-page.tsx'), marketing),
  page(stablePath, () => import('../features/spot/stable/stable-page.tsx')),
  page(paths.fees, () => import('../features/fees/fee-schedule-page.tsx'), marketing),
  page(reservesPath, () => import('../features/reserves/reserves-page.tsx')),
  page(announcementsPath, announcements),
  page(announcementPath(':slug'), announcements),
  page(assetsStatusPath(), () => import('../features/assets-status/assets-status-page.tsx')),
  page(paths.support, () => import('../features/support/support-page.tsx')),
  page(paths.faq, () => import('../features/support/faq/faq-page.tsx'), marketing),
  page(paths.partnership, () => import('../features/support/forms/partnership-page.tsx'), marketing),
  page(paths.listing, () => import('../features/support/forms/listing-page.tsx'), marketing),
  page(paths.referralProgramme, () => import('../features/referrals/programme-page.tsx'), marketing),
  page(aboutPath, () => import('../features/company/about-page.tsx')),
  page(bugBountyPath, () => import('../features/company/bug-bounty-page.tsx')),
  page(tokenPath, () => import('../features/company/token-page.tsx')),
  page(tokenRoadmapPath, () => import('../features/company/token-roadmap-page.tsx')),
  page(tokenUtilityPath, () => import('../features/company/token-utility-page.tsx')),
  page(downloadPath, () => import('../features/company/download-page.tsx')),
  page(amlPath, () => import('../features/legal/aml/aml-page.tsx'), marketing),
  page(riskPath, () => import('../features/legal/risk/risk-page.tsx'), marketing),
  page(cookiesPath, () => import('../features/legal/cookies/cookies-page.tsx'), marketing),
  page(delistingPath, () => import('../features/legal/delisting/delisting-page.tsx'), marketing),
  page(paths.verify, () => import('../features/auth/verify-page.tsx')),
  { path: '*', element: <Navigate to={paths.notFound} replace /> },
];

export function Component() {
  useHandleOf(otherPages);
  return useRoutes(otherPages);
}
