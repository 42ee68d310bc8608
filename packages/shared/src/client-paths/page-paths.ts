/** Addresses of single pages; apart from the table, which is part of the client's first view. */
import { classicTradePath, paths, perpetualPath, perpetualViewPath, tradePath, tradingViewPath } from './paths.ts';

/** Where the link of the mail that confirms a withdrawal leads. */
export const withdrawConfirmPath = '/wallet/withdraw-confirm';

/** The saved addresses of withdrawals. */
export const addressesPath = '/user/address-management';

export const aboutPath = '/about-us';
/** Rewards for faults that are reported. */
export const bugBountyPath = '/bug-bounty';
/** The exchange's own token, and what it is good for. */
export const tokenPath = '/token';
export const tokenUtilityPath = '/token/utility';
export const tokenRoadmapPath = '/token/roadmap';
/** The exchange as an app. */
export const downloadPath = '/download';

/** Legal texts beside the terms of use and the privacy policy. */
export const amlPath = '/aml-policy';
export const riskPath = '/risk';
export const cookiesPath = '/cookies';
export const delistingPath = '/delisting';

/** The quick swap of one coin for another, and the stable coins. */
export const exchangePath = '/exchange';
export const stablePath = '/stable';

/** What is owed to users and what lies against it. */
export const reservesPath = '/proof-of-reserves';
/** What trades, rewards and fees mean for a tax return. */
export const taxPath = '/user/tax';

/** Loans between users against pledged crypto: what is offered, and how it works. */
export const loansPath = '/p2p-loans';
export const loansManualPath = '/p2p-loans/manual';
/** Loans that have ended: of a borrower, and of a lender. */
export const creditHistoryPath = '/p2p-loans/credit-history';
export const lenderHistoryPath = '/p2p-loans/admin/credit-history';
/** A lender's own desk. */
export const lenderPath = '/p2p-loans/admin';
export const newOfferPath = '/p2p-loans/admin/create';
/** All requests and loans of a user, on both sides. */
export const loansHistoryPath = '/user/p2p-history';

/** An own offer as a form. */
export function editOfferPath(id: number | ':loanId'): string {
  return `/p2p-loans/admin/edit/${id}`;
}

/** An own offer with its requests and loans. */
export function offerPath(id: number | ':loanId'): string {
  return `/p2p-loans/admin/loan-details/${id}`;
}

/** One request or loan, for both of its sides. */
export function loanPath(id: number | ':id'): string {
  return `${loansHistoryPath}/${id}`;
}

/** What the exchange has announced. */
export const announcementsPath = '/announcement';

/** One announcement. */
export function announcementPath(slug: string): string {
  return `${announcementsPath}/${slug}`;
}

/** The invoices of a user. */
export const invoicesPath = '/user/invoices';

/** An invoice for the one who pays it. @param hash its id on the wire */
export function payPath(hash: string): string {
  return `/pay/${hash}`;
}
/** Files of histories and statements. */
export const exportsPath = '/user/exports';

/** One asset of the wallets. */
export function assetPath(ticker: string): string {
  return `${paths.walletList}/${ticker}`;
}

/** The deposits of an asset. */
export function depositPath(ticker: string): string {
  return `/wallet/deposit/${ticker}`;
}

/** The withdrawals of an asset. */
export function withdrawPath<Ticker extends string>(ticker: Ticker): `/wallet/withdraw/${Ticker}` {
  return `/wallet/withdraw/${ticker}`;
}

export const allAssetsStatusPath = '/assets-status';

/** Which deposits and withdrawals are open, of all assets or of one. */
export function assetsStatusPath(ticker?: string): string {
  return ticker === undefined ? allAssetsStatusPath : `${allAssetsStatusPath}?ticker=${ticker}`;
}

/** One deposit, withdrawal or transfer. */
export function walletRecordPath(kind: string, id: number | ':id'): string {
  return `${paths.walletHistory}/${kind}/${id}`;
}

/** One spot order of the user. */
export function orderPath(id: number | ':id'): string {
  return `${paths.ordersHistory}/${id}`;
}

/** One question to support. */
export function ticketPath(id: number | ':ticketId'): string {
  return `${paths.tickets}/ticket/${id}`;
}

/** A page that a mail leads to with what opens it. */
export function pathWithToken(path: string, token: string): string {
  return `${path}?token=${token}`;
}

/** The patterns of all pages: each has a route of the client, and each link of a notice leads to one. A function, so that no page of the client loads it. */
export function pagePatterns(): string[] {
  return [
    ...Object.values(paths),
    withdrawConfirmPath,
    exchangePath,
    stablePath,
    aboutPath,
    bugBountyPath,
    tokenPath,
    tokenUtilityPath,
    tokenRoadmapPath,
    downloadPath,
    amlPath,
    riskPath,
    cookiesPath,
    delistingPath,
    addressesPath,
    reservesPath,
    announcementsPath,
    announcementPath(':slug'),
    invoicesPath,
    payPath(':hash'),
    assetsStatusPath(),
    exportsPath,
    taxPath,
    tradePath(':pair'),
    classicTradePath(':pair'),
    tradingViewPath(':pair'),
    `${tradingViewPath(':pair')}/:dark`,
    perpetualPath(':pair'),
    perpetualViewPath(':pair', ':dark'),
    assetPath(':ticker'),
    depositPath(':ticker'),
    withdrawPath(':ticker'),
    ...['deposit', 'withdrawal', 'transfer'].map((kind) => walletRecordPath(kind, ':id')),
    loansPath,
    loansManualPath,
    creditHistoryPath,
    lenderPath,
    lenderHistoryPath,
    newOfferPath,
    editOfferPath(':loanId'),
    offerPath(':loanId'),
    loansHistoryPath,
    loanPath(':id'),
    orderPath(':id'),
    ticketPath(':ticketId'),
    '/merchant/:hash',
  ];
}
