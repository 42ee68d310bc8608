/** Every page under /user. Its table of pages is no part of the first view: trading screens are outside of it. */
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import {
  addressesPath,
  assetPath,
  exportsPath,
  invoicesPath,
  loanPath,
  loansHistoryPath,
  orderPath,
  paths,
  taxPath,
  ticketPath,
  walletRecordPath,
} from '../platform/paths.ts';
import { RequireSession } from './guards.tsx';
import { UserAreaComing, UserLayout } from './layouts/user-layout.tsx';
import { lazyPage, type PageModule } from './lazy-page.tsx';

const indianVerification = () => import('../features/verification/india-page.tsx');
const globalVerification = () => import('../features/verification/global-page.tsx');
const referrals = () => import('../features/referrals/referrals-page.tsx');

/** The path without '/user/', as routes below another one name it. */
function inArea(path: string): string {
  return path.slice(paths.user.length + 1);
}

function page(path: string, load: () => Promise<PageModule>): RouteObject {
  return { path: inArea(path), element: lazyPage(load) };
}

const sections: RouteObject[] = [
  { index: true, element: <Navigate to={paths.profile} replace /> },
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
  page(paths.inrBanks, () => import('../features/inr/inr-banks-page.tsx')),
  page(addressesPath, () => import('../features/withdrawals/addresses/address-management-page.tsx')),
  page(invoicesPath, () => import('../features/invoices/invoices-page.tsx')),
  page(assetPath(':ticker'), () => import('../features/wallet/asset-page.tsx')),
  page(paths.walletHistory, () => import('../features/wallet/history/wallet-history-page.tsx')),
  page(walletRecordPath(':kind', ':id'), () => import('../features/wallet/history/wallet-record-page.tsx')),
  page(exportsPath, () => import('../features/exports/exports-page.tsx')),
  page(taxPath, () => import('../features/tax/tax-page.tsx')),
  page(paths.ordersHistory, () => import('../features/spot/history/orders-history-page.tsx')),
  page(orderPath(':id'), () => import('../features/spot/orders/details/order-page.tsx')),
  page(paths.perpetualsHistory, () => import('../features/perpetual/history/perpetuals-history-page.tsx')),
  page(loansHistoryPath, () => import('../features/loans/history/history-page.tsx')),
  page(loanPath(':id'), () => import('../features/loans/own/loan-page.tsx')),
  page(paths.referrals, referrals),
  page(paths.currentReferrals, referrals),
  page(paths.referralAccruals, referrals),
  page(paths.referralClaims, referrals),
  { path: inArea(paths.myReferrals), element: <Navigate to={paths.currentReferrals} replace /> },
  page(paths.tickets, () => import('../features/support/tickets/tickets-page.tsx')),
  page(ticketPath(':ticketId'), () => import('../features/support/tickets/ticket-page.tsx')),
  page(paths.notifications, () => import('../features/notices/notices-page.tsx')),
  page(paths.preferences, () => import('../features/settings/preferences-page.tsx')),
];

/** An address without a page is answered as such without a sign-in. */
export const userPages: RouteObject[] = [
  {
    element: (
      <RequireSession coming={<UserAreaComing />}>
        <UserLayout />
      </RequireSession>
    ),
    children: sections,
  },
  { path: '*', element: <Navigate to={paths.notFound} replace /> },
];

export function Component() {
  return useRoutes(userPages);
}
