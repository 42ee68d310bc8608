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
  classicTradePath,
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
  perpetualViewPath,
  reservesPath,
  riskPath,
  stablePath,
  tokenPath,
  tokenRoadmapPath,
  tokenUtilityPath,
  tradePath,
  tradingViewPath,
  withdrawConfirmPath,
  withdrawPath,
} from '@pelican/shared/client-paths';

export interface PageRow extends Pick<PageMeta, 'path' | 'canonical' | 'market' | 'item' | 'unlisted'> {
  /** Key of its title with its namespace; a page without has the site's name. */
  title?: string;
  /** Its key below `description` of this folder's messages; a page without is not for search engines, nor is an unlisted one. */
  description?: string;
  /** The modules that the router imports for it, paths below src (a test compares them): what they need is asked for along with the client's start. */
  modules?: readonly string[];
}

/** A page of other-pages.tsx. */
function other(module: string): readonly string[] {
  return ['app/other-pages.tsx', module];
}

const welcome = ['features/welcome/welcome-page.tsx'];
const spot = ['features/spot/spot-page.tsx'];
const classicSpot = ['features/spot/classic/classic-page.tsx'];
const spotView = ['features/spot/spot-view-page.tsx'];
const signUp = ['features/auth/sign-up-page.tsx'];
const signIn = ['features/auth/sign-in-page.tsx'];
const announcements = other('features/announcements/announcements-page.tsx');
const terms = ['features/legal/terms/terms-page.tsx'];
const privacy = ['features/legal/privacy/privacy-page.tsx'];

const mobile = '/:dark';

export const pageRows: PageRow[] = [
  { path: paths.welcome, description: 'welcome', modules: welcome },
  { path: paths.home, canonical: paths.welcome, description: 'welcome', modules: welcome },
  { path: paths.market, title: 'market:title', description: 'market', modules: ['features/market/market-page.tsx'] },
  { path: paths.trade, title: 'app-layouts:nav.spot', description: 'trade', modules: spot },
  {
    path: tradePath(':pair'),
    title: 'spot:title',
    description: 'tradePair',
    modules: spot,
    market: { venue: 'spot', elsewhere: paths.trade },
  },
  // The same markets as in the pro view, which search engines take in place of these.
  {
    path: paths.classicTrade,
    canonical: paths.trade,
    title: 'app-layouts:nav.classic',
    description: 'classic',
    modules: classicSpot,
  },
  {
    path: classicTradePath(':pair'),
    canonical: tradePath(':pair'),
    title: 'spot:title',
    description: 'classic',
    modules: classicSpot,
    market: { venue: 'spot', elsewhere: paths.classicTrade },
  },
  {
    path: paths.tradingView,
    canonical: paths.trade,
    title: 'app-layouts:nav.spot',
    description: 'chart',
    modules: spotView,
  },
  ...[tradingViewPath(':pair'), tradingViewPath(':pair') + mobile].map(
    (path): PageRow => ({
      path,
      canonical: tradePath(':pair'),
      title: 'spot:title',
      description: 'chart',
      modules: spotView,
      market: { venue: 'spot', elsewhere: paths.tradingView },
    }),
  ),
  {
    path: paths.perpetuals,
    title: 'perpetual:list.title',
    description: 'perpetuals',
    modules: ['features/perpetual/list/perpetuals-page.tsx'],
  },
  {
    path: perpetualPath(':pair'),
    title: 'perpetual:title',
    description: 'perpetualPair',
    modules: ['features/perpetual/perpetual-page.tsx'],
    market: { venue: 'perpetual', elsewhere: paths.perpetuals },
  },
  {
    path: perpetualViewPath(':pair', ':dark'),
    canonical: perpetualPath(':pair'),
    title: 'perpetual:title',
    description: 'chart',
    modules: ['features/perpetual/perpetual-view-page.tsx'],
    market: { venue: 'perpetual', elsewhere: paths.perpetuals },
  },
  {
    path: exchangePath,
    title: 'spot-exchange:title',
    description: 'exchange',
    modules: other('features/spot/exchange/exchange-page.tsx'),
  },
  {
    path: stablePath,
    title: 'spot-stable:title',
    description: 'stable',
    modules: other('features/spot/stable/stable-page.tsx'),
  },
  { path: paths.signUp, title: 'auth:signUp.title', description: 'signUp', modules: signUp },
  { path: paths.register, canonical: paths.signUp, title: 'auth:signUp.title', description: 'signUp', modules: signUp },
  { path: paths.signIn, title: 'auth:signIn.title', description: 'signIn', modules: signIn },
  { path: paths.auth, canonical: paths.signIn, title: 'auth:signIn.title', description: 'signIn', modules: signIn },
  { path: paths.fees, title: 'fees:title', description: 'fees', modules: other('features/fees/fee-schedule-page.tsx') },
  {
    path: paths.support,
    title: 'support:title',
    description: 'support',
    modules: other('features/support/support-page.tsx'),
  },
  {
    path: paths.faq,
    title: 'support:faq.title',
    description: 'faq',
    modules: other('features/support/faq/faq-page.tsx'),
  },
  {
    path: paths.partnership,
    title: 'support:partnership.title',
    description: 'partnership',
    modules: other('features/support/forms/partnership-page.tsx'),
  },
  {
    path: paths.listing,
    title: 'support:listing.title',
    description: 'listing',
    modules: other('features/support/forms/listing-page.tsx'),
  },
  {
    path: paths.referralProgramme,
    title: 'referrals:title',
    description: 'referral',
    modules: other('features/referrals/programme-page.tsx'),
  },
  {
    path: aboutPath,
    title: 'company:about.title',
    description: 'about',
    modules: other('features/company/about-page.tsx'),
  },
  {
    path: bugBountyPath,
    title: 'company:bounty.title',
    description: 'bounty',
    modules: other('features/company/bug-bounty-page.tsx'),
  },
  {
    path: tokenPath,
    title: 'company:token.title',
    description: 'token',
    modules: other('features/company/token-page.tsx'),
  },
  {
    path: tokenRoadmapPath,
    title: 'company:roadmap.title',
    description: 'roadmap',
    modules: other('features/company/token-roadmap-page.tsx'),
  },
  {
    path: tokenUtilityPath,
    title: 'company:utility.title',
    description: 'utility',
    modules: other('features/company/token-utility-page.tsx'),
  },
  {
    path: downloadPath,
    title: 'company:download.title',
    description: 'download',
    modules: other('features/company/download-page.tsx'),
  },
  { path: announcementsPath, title: 'announcements:title', description: 'announcements', modules: announcements },
  {
    path: announcementPath(':slug'),
    title: 'announcements:title',
    description: 'announcements',
    modules: announcements,
    item: 'announcement',
  },
  // Search engines list them only while the page itself says so: they are hidden while loans are switched off (docs/decisions/0241).
  { path: loansPath, title: 'loans:title', modules: other('features/loans/loans-page.tsx') },
  { path: loansManualPath, title: 'loans-manual:title', modules: other('features/loans/manual/manual-page.tsx') },
  { path: paths.codes, title: 'codes:title', description: 'codes', modules: other('features/codes/codes-page.tsx') },
  {
    path: reservesPath,
    title: 'reserves:title',
    description: 'reserves',
    modules: other('features/reserves/reserves-page.tsx'),
  },
  {
    path: assetsStatusPath(),
    title: 'assets-status:title',
    description: 'assetsStatus',
    modules: other('features/assets-status/assets-status-page.tsx'),
  },
  { path: paths.terms, title: 'legal-terms:title', description: 'terms', modules: terms },
  {
    path: `/cfx-terms${mobile}`,
    canonical: paths.terms,
    title: 'legal-terms:title',
    description: 'terms',
    modules: terms,
  },
  { path: paths.privacy, title: 'legal-privacy:title', description: 'privacy', modules: privacy },
  {
    path: `/cfx-privacy-policy${mobile}`,
    canonical: paths.privacy,
    title: 'legal-privacy:title',
    description: 'privacy',
    modules: privacy,
  },
  { path: amlPath, title: 'legal-aml:title', description: 'aml', modules: other('features/legal/aml/aml-page.tsx') },
  {
    path: riskPath,
    title: 'legal-risk:title',
    description: 'risk',
    modules: other('features/legal/risk/risk-page.tsx'),
  },
  {
    path: cookiesPath,
    title: 'legal-cookies:title',
    description: 'cookies',
    modules: other('features/legal/cookies/cookies-page.tsx'),
  },
  {
    path: delistingPath,
    title: 'legal-delisting:title',
    description: 'delisting',
    modules: other('features/legal/delisting/delisting-page.tsx'),
  },
  { path: paths.notFound, title: 'common:notFound.title' },
  // Steps of signing in and up, and the way out.
  { path: paths.twoFactor, title: 'auth:twoFactor.title', description: 'twoFactor', unlisted: true },
  { path: paths.forgotPassword, title: 'auth:recovery.title', description: 'recovery', unlisted: true },
  { path: paths.resetPassword, title: 'auth:reset.title', description: 'reset', unlisted: true },
  { path: paths.verification, title: 'auth:codes.title', description: 'verification', unlisted: true },
  { path: paths.verify, title: 'auth:verify.title', description: 'verify', unlisted: true },
  { path: paths.logOut, title: 'auth:logOut.title', description: 'logOut', unlisted: true },
  ...[
    `${paths.user}/*`,
    `${paths.operators}/*`,
    `${paths.successful}/*`,
    `${paths.unsuccessful}/*`,
    '/merchant/:hash/*',
    paths.stopFactorRecovery,
    withdrawConfirmPath,
    `${loansPath}/*`,
    withdrawPath(':ticker'),
    depositPath(':ticker'),
    payPath(':hash'),
  ].map((path) => ({ path })),
];
