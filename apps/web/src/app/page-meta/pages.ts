/**
 * Every page of the client: what search engines and previews of links learn about it, and which addresses the server answers
 * with 404, because no row has them. The build resolves the messages (build/page-meta.ts).
 */
import {
  aboutPath,
  amlPath,
  announcementPath,
  announcementsPath,
  assetsStatusPath,
  bugBountyPath,
  cookiesPath,
  delistingPath,
  depositPath,
  downloadPath,
  exchangePath,
  loansManualPath,
  loansPath,
  type PageMeta,
  paths,
  payPath,
  perpetualPath,
  reservesPath,
  riskPath,
  stablePath,
  tokenPath,
  tokenRoadmapPath,
  tokenUtilityPath,
  tradePath,
  withdrawConfirmPath,
  withdrawPath,
} from '@pelican/shared/client-paths';

export interface PageRow extends Pick<PageMeta, 'path' | 'canonical' | 'market' | 'item'> {
  /** Key of its title with its namespace; a page without has the site's name. */
  title?: string;
  /** Its key below `description` of this folder's messages; a page without is not for search engines. */
  description?: string;
}

const mobile = '/:dark';

export const pageRows: PageRow[] = [
  { path: paths.welcome, description: 'welcome' },
  { path: paths.home, canonical: paths.welcome, description: 'welcome' },
  { path: paths.market, title: 'market:title', description: 'market' },
  { path: paths.trade, title: 'app-layouts:nav.spot', description: 'trade' },
  {
    path: tradePath(':pair'),
    title: 'spot:title',
    description: 'tradePair',
    market: { venue: 'spot', elsewhere: paths.trade },
  },
  // The same markets as in the pro view, which search engines have.
  { path: `${paths.classicTrade}/*` },
  { path: `${paths.tradingView}/*` },
  { path: paths.perpetuals, title: 'perpetual:list.title', description: 'perpetuals' },
  {
    path: perpetualPath(':pair'),
    title: 'perpetual:title',
    description: 'perpetualPair',
    market: { venue: 'perpetual', elsewhere: paths.perpetuals },
  },
  { path: '/swap-trading-view/:pair/:dark' },
  { path: exchangePath, title: 'spot-exchange:title', description: 'exchange' },
  { path: stablePath, title: 'spot-stable:title', description: 'stable' },
  { path: paths.signUp, title: 'auth:signUp.title', description: 'signUp' },
  { path: paths.register, canonical: paths.signUp, title: 'auth:signUp.title', description: 'signUp' },
  { path: paths.signIn, title: 'auth:signIn.title', description: 'signIn' },
  { path: paths.auth, canonical: paths.signIn, title: 'auth:signIn.title', description: 'signIn' },
  { path: paths.fees, title: 'fees:title', description: 'fees' },
  { path: paths.support, title: 'support:title', description: 'support' },
  { path: paths.faq, title: 'support:faq.title', description: 'faq' },
  { path: paths.partnership, title: 'support:partnership.title', description: 'partnership' },
  { path: paths.listing, title: 'support:listing.title', description: 'listing' },
  { path: paths.referralProgramme, title: 'referrals:title', description: 'referral' },
  { path: aboutPath, title: 'company:about.title', description: 'about' },
  { path: bugBountyPath, title: 'company:bounty.title', description: 'bounty' },
  { path: tokenPath, title: 'company:token.title', description: 'token' },
  { path: tokenRoadmapPath, title: 'company:roadmap.title', description: 'roadmap' },
  { path: tokenUtilityPath, title: 'company:utility.title', description: 'utility' },
  { path: downloadPath, title: 'company:download.title', description: 'download' },
  { path: announcementsPath, title: 'announcements:title', description: 'announcements' },
  {
    path: announcementPath(':slug'),
    title: 'announcements:title',
    description: 'announcements',
    item: 'announcement',
  },
  // Search engines list them only while the page itself says so: they are hidden while loans are switched off (docs/decisions/0241).
  { path: loansPath, title: 'loans:title' },
  { path: loansManualPath, title: 'loans-manual:title' },
  { path: paths.codes, title: 'codes:title', description: 'codes' },
  { path: reservesPath, title: 'reserves:title', description: 'reserves' },
  { path: assetsStatusPath(), title: 'assets-status:title', description: 'assetsStatus' },
  { path: paths.terms, title: 'legal-terms:title', description: 'terms' },
  { path: `/cfx-terms${mobile}`, canonical: paths.terms, title: 'legal-terms:title', description: 'terms' },
  { path: paths.privacy, title: 'legal-privacy:title', description: 'privacy' },
  {
    path: `/cfx-privacy-policy${mobile}`,
    canonical: paths.privacy,
    title: 'legal-privacy:title',
    description: 'privacy',
  },
  { path: amlPath, title: 'legal-aml:title', description: 'aml' },
  { path: riskPath, title: 'legal-risk:title', description: 'risk' },
  { path: cookiesPath, title: 'legal-cookies:title', description: 'cookies' },
  { path: delistingPath, title: 'legal-delisting:title', description: 'delisting' },
  { path: paths.notFound, title: 'common:notFound.title' },
  ...[
    `${paths.user}/*`,
    `${paths.operators}/*`,
    `${paths.successful}/*`,
    `${paths.unsuccessful}/*`,
    '/merchant/:hash/*',
    paths.stopFactorRecovery,
    paths.logOut,
    paths.twoFactor,
    paths.forgotPassword,
    paths.resetPassword,
    paths.verification,
    paths.verify,
    withdrawConfirmPath,
    `${loansPath}/*`,
    withdrawPath(':ticker'),
    depositPath(':ticker'),
    payPath(':hash'),
  ].map((path) => ({ path })),
];
