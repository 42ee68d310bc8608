/** What the side bar of the user area lists: apart from the menus of every page, so that it arrives with the user area. */
import '../../features/notices/messages.ts';
import './messages.ts';
import {
  aboutPath,
  addressesPath,
  allAssetsStatusPath,
  announcementsPath,
  downloadPath,
  exportsPath,
  invoicesPath,
  loansHistoryPath,
  paths,
  reservesPath,
  taxPath,
} from '../../platform/paths.ts';
import type { NavigationEntry } from './navigation.ts';

export interface SectionGroup {
  key: string;
  sections: NavigationEntry[];
}

/** What anybody finds in the menu of a phone beside the targets of its bar and the ways to trade. */
export const publicPages: NavigationEntry[] = [
  { to: paths.support, key: 'app-layouts:nav.help' },
  { to: paths.faq, key: 'app-layouts:nav.faq' },
  { to: paths.fees, key: 'app-layouts:nav.fees' },
  { to: announcementsPath, key: 'app-layouts:nav.announcements' },
  { to: paths.referralProgramme, key: 'app-layouts:nav.referrals' },
  { to: allAssetsStatusPath, key: 'app-layouts:nav.assetsStatus' },
  { to: reservesPath, key: 'app-layouts:nav.reserves' },
  { to: aboutPath, key: 'app-layouts:nav.about' },
  { to: downloadPath, key: 'app-layouts:nav.download' },
  { to: paths.terms, key: 'app-layouts:nav.terms' },
  { to: paths.privacy, key: 'app-layouts:nav.privacy' },
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
      { to: paths.profile, key: 'app-layouts:nav.profile' },
      { to: paths.kyc, key: 'app-layouts:nav.verification' },
      { to: paths.security, key: 'app-layouts:nav.security' },
      { to: paths.apiKeys, key: 'app-layouts:apiKeys' },
    ],
  },
  {
    key: 'app-layouts:group.money',
    sections: [
      { to: paths.walletList, key: 'app-layouts:nav.assets' },
      { to: paths.codes, key: 'app-layouts:nav.codes' },
      { to: invoicesPath, key: 'app-layouts:nav.invoices' },
      { to: paths.inrBanks, key: 'app-layouts:nav.inrBanks' },
      { to: addressesPath, key: 'app-layouts:nav.addresses' },
      { to: paths.walletHistory, key: 'app-layouts:nav.walletHistory' },
      { to: taxPath, key: 'app-layouts:nav.tax' },
      { to: paths.ordersHistory, key: 'app-layouts:nav.ordersHistory' },
      { to: paths.perpetualsHistory, key: 'app-layouts:nav.perpetualsHistory' },
      { to: loansHistoryPath, key: 'app-layouts:nav.loansHistory', needs: 'loans' },
      { to: exportsPath, key: 'app-layouts:nav.exports' },
    ],
  },
  {
    key: 'app-layouts:group.more',
    sections: [
      {
        to: paths.referrals,
        key: 'app-layouts:nav.referrals',
        others: [paths.currentReferrals, paths.referralAccruals, paths.referralClaims],
      },
      { to: paths.tickets, key: 'app-layouts:nav.support' },
      { to: paths.notifications, key: 'notices:list.centre' },
      { to: paths.preferences, key: 'app-layouts:nav.preferences' },
      { to: paths.deleteAccount, key: 'app-layouts:deleteAccount' },
    ],
  },
];
