/** What the side bar of the user area lists: apart from the menus of every page, so that it arrives with the user area. */
import { addMessages } from '../../platform/i18n.ts';
import { addressesPath, paths } from '../../platform/paths.ts';
import english from './locales/en.json';
import type { NavigationEntry } from './navigation.ts';

addMessages('app-layouts', english);

export interface SectionGroup {
  key: string;
  sections: NavigationEntry[];
}

/** What a visitor finds in the menu of a phone beside the targets of its bar. */
export const visitorPages: NavigationEntry[] = [
  { to: paths.signUp, key: 'nav.signUp' },
  { to: paths.support, key: 'nav.help' },
  { to: paths.faq, key: 'nav.faq' },
  { to: paths.fees, key: 'nav.fees' },
  { to: paths.referralProgramme, key: 'nav.referrals' },
  { to: paths.terms, key: 'nav.terms' },
  { to: paths.privacy, key: 'nav.privacy' },
];

/**
 * The sections of the user area, in the order of its side bar and of its menu on a phone. A section is a line here, its
 * path in client-paths/paths.ts of packages/shared, its name in app/locales and its route in app/user-area.tsx. A page whose path begins with a
 * section's belongs to that section.
 */
export const userSections: SectionGroup[] = [
  {
    key: 'app-layouts:group.account',
    sections: [
      { to: paths.profile, key: 'nav.profile' },
      { to: paths.kyc, key: 'nav.verification' },
      { to: paths.security, key: 'nav.security' },
      { to: paths.apiKeys, key: 'app-layouts:apiKeys' },
    ],
  },
  {
    key: 'app-layouts:group.money',
    sections: [
      { to: paths.walletList, key: 'nav.assets' },
      { to: paths.codes, key: 'nav.codes' },
      { to: paths.inrBanks, key: 'nav.inrBanks' },
      { to: addressesPath, key: 'app-layouts:addresses' },
      { to: paths.walletHistory, key: 'nav.walletHistory' },
      { to: paths.ordersHistory, key: 'nav.ordersHistory' },
      { to: paths.perpetualsHistory, key: 'nav.perpetualsHistory' },
    ],
  },
  {
    key: 'app-layouts:group.more',
    sections: [
      {
        to: paths.referrals,
        key: 'nav.referrals',
        others: [paths.currentReferrals, paths.referralAccruals, paths.referralClaims],
      },
      { to: paths.tickets, key: 'nav.support' },
      { to: paths.notifications, key: 'notices.centre' },
      { to: paths.preferences, key: 'nav.preferences' },
      { to: paths.deleteAccount, key: 'app-layouts:deleteAccount' },
    ],
  },
];
