/** What the menus list. Every entry names a path of the table, so there are no dead links. */
import { type AppPath, type addressesPath, paths } from '../../platform/paths.ts';

export interface NavigationEntry {
  to: AppPath | typeof addressesPath;
  /** Key of the message; `${key}About` is its one-line description. */
  key: string;
  /** Pages of the same section whose addresses do not begin with its own. */
  others?: AppPath[];
}

export interface NavigationMenu {
  key: string;
  signedInOnly?: boolean;
  entries: [NavigationEntry, ...NavigationEntry[]];
}

export const headerMenus: NavigationMenu[] = [
  {
    key: 'nav.buyCrypto',
    entries: [
      { to: paths.trade, key: 'nav.spot' },
      { to: paths.perpetuals, key: 'nav.perpetuals' },
    ],
  },
  {
    key: 'nav.wallet',
    signedInOnly: true,
    entries: [
      { to: paths.walletList, key: 'nav.assets' },
      { to: paths.codes, key: 'nav.codes' },
      { to: paths.inrDeposit, key: 'nav.inrDeposit' },
    ],
  },
  {
    key: 'nav.transactions',
    signedInOnly: true,
    entries: [
      { to: paths.walletHistory, key: 'nav.walletHistory' },
      { to: paths.ordersHistory, key: 'nav.ordersHistory' },
      { to: paths.perpetualsHistory, key: 'nav.perpetualsHistory' },
    ],
  },
];

export const footerLinks: NavigationEntry[] = [
  { to: paths.market, key: 'nav.markets' },
  { to: paths.trade, key: 'nav.spot' },
  { to: paths.perpetuals, key: 'nav.perpetuals' },
  { to: paths.referralProgramme, key: 'nav.referrals' },
  { to: paths.support, key: 'nav.support' },
  { to: paths.faq, key: 'nav.faq' },
  { to: paths.fees, key: 'nav.fees' },
  { to: paths.listing, key: 'nav.listing' },
  { to: paths.partnership, key: 'nav.partnership' },
  { to: paths.terms, key: 'nav.terms' },
  { to: paths.privacy, key: 'nav.privacy' },
];
