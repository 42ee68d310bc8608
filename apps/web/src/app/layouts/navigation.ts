/** What the menus list. Every entry names a path of the table, so there are no dead links. */
import { type AppPath, paths } from '../../platform/paths.ts';
import { IconHelp, IconKey, IconSettings, IconShieldLock, IconUser, IconUsers } from '../../ui/icons.ts';

export interface NavigationEntry {
  to: AppPath;
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
  { key: 'nav.wallet', signedInOnly: true, entries: [{ to: paths.walletList, key: 'nav.assets' }] },
  {
    key: 'nav.transactions',
    signedInOnly: true,
    entries: [
      { to: paths.ordersHistory, key: 'nav.ordersHistory' },
      { to: paths.perpetualsHistory, key: 'nav.perpetualsHistory' },
    ],
  },
];

export interface SectionGroup {
  key: string;
  sections: NavigationEntry[];
}

/**
 * The sections of the user area, in the order of its side bar and of its menu on a phone. A section is a line here, its
 * path in platform/paths.ts, its name in app/locales and its route in app/router.tsx. A page whose path begins with a
 * section's belongs to that section.
 */
export const userSections: SectionGroup[] = [
  {
    key: 'nav.group.account',
    sections: [
      { to: paths.profile, key: 'nav.profile' },
      { to: paths.kyc, key: 'nav.verification' },
      { to: paths.security, key: 'nav.security' },
      { to: paths.apiKeys, key: 'nav.apiKeys' },
    ],
  },
  {
    key: 'nav.group.money',
    sections: [
      { to: paths.walletList, key: 'nav.assets' },
      { to: paths.ordersHistory, key: 'nav.ordersHistory' },
      { to: paths.perpetualsHistory, key: 'nav.perpetualsHistory' },
    ],
  },
  {
    key: 'nav.group.more',
    sections: [
      {
        to: paths.referrals,
        key: 'nav.referrals',
        others: [paths.currentReferrals, paths.referralAccruals, paths.referralClaims],
      },
      { to: paths.tickets, key: 'nav.support' },
      { to: paths.preferences, key: 'nav.preferences' },
      { to: paths.deleteAccount, key: 'nav.deleteAccount' },
    ],
  },
];

/** What the menu of the user's name in the header lists above signing out. */
export const userMenu: (NavigationEntry & { icon: typeof IconUser })[] = [
  { to: paths.profile, key: 'nav.profile', icon: IconUser },
  { to: paths.security, key: 'nav.security', icon: IconShieldLock },
  { to: paths.apiKeys, key: 'nav.apiManager', icon: IconKey },
  { to: paths.referrals, key: 'nav.referrals', icon: IconUsers },
  { to: paths.tickets, key: 'nav.support', icon: IconHelp },
  { to: paths.preferences, key: 'nav.preferences', icon: IconSettings },
];

export const footerLinks: NavigationEntry[] = [
  { to: paths.market, key: 'nav.markets' },
  { to: paths.trade, key: 'nav.spot' },
  { to: paths.perpetuals, key: 'nav.perpetuals' },
  { to: paths.support, key: 'nav.support' },
  { to: paths.faq, key: 'nav.faq' },
  { to: paths.listing, key: 'nav.listing' },
  { to: paths.partnership, key: 'nav.partnership' },
  { to: paths.terms, key: 'nav.terms' },
  { to: paths.privacy, key: 'nav.privacy' },
];
