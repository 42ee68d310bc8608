/** Every address of the client that exists. Menus, guards, pages and notices name their links by this table, so none is dead. */
export const paths = {
  welcome: '/',
  home: '/home',
  market: '/market',
  trade: '/trade',
  classicTrade: '/trade_classic',
  tradingView: '/trading-view',
  perpetuals: '/perpetuals',
  signIn: '/signIn',
  signUp: '/signup',
  register: '/register',
  auth: '/auth',
  logOut: '/log-out',
  verify: '/verify',
  verification: '/verification',
  twoFactor: '/2fa',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  stopFactorRecovery: '/stop-factor-recovery',
  user: '/user',
  profile: '/user/profile',
  security: '/user/security-main',
  apiKeys: '/user/api',
  deleteAccount: '/user/delete-account',
  kyc: '/user/verification',
  kycIndia: '/user/verification-india',
  kycGlobal: '/user/verification-global',
  walletList: '/user/wallet-list',
  successful: '/successful',
  unsuccessful: '/unsuccessful',
  codes: '/codes',
  inrDeposit: '/wallet/deposit/INR',
  inrBanks: '/user/inr-banks',
  fees: '/fee-schedule',
  walletHistory: '/user/wallet-history',
  ordersHistory: '/user/orders-history',
  perpetualsHistory: '/user/perpetuals-history',
  preferences: '/user/preferences',
  notifications: '/user/notifications',
  operators: '/ops',
  referrals: '/user/referals',
  currentReferrals: '/user/current-referrals',
  referralAccruals: '/user/referrals-accrual-history',
  referralClaims: '/user/referrals-history',
  myReferrals: '/user/my-referrals',
  terms: '/terms',
  privacy: '/privacy-policy',
  tickets: '/user/support',
  support: '/support',
  faq: '/faq',
  partnership: '/partnership',
  referralProgramme: '/referral',
  listing: '/listing',
  notFound: '/not-found',
} as const;

export type AppPath = (typeof paths)[keyof typeof paths];

export function tradePath(pair: string): string {
  return `${paths.trade}/${pair}`;
}

/** The classic view of a spot market. */
export function classicTradePath(pair: string): string {
  return `${paths.classicTrade}/${pair}`;
}

/** The chart of a spot market alone. */
export function tradingViewPath(pair: string): string {
  return `${paths.tradingView}/${pair}`;
}

/** The trading screen of a perpetual market. */
export function perpetualPath(market: string): string {
  return `/perpetual/${market}`;
}

/** The chart of a perpetual market alone. @param scheme `dark`, or anything else for the light one */
export function perpetualViewPath(market: string, scheme: string): string {
  return `/swap-trading-view/${market}/${scheme}`;
}
