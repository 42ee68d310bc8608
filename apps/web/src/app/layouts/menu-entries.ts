/** What the menus of the header and the footer list: apart from the first view, so that a further page costs it nothing. */
import './messages.ts';
import {
  allAssetsStatusPath,
  exportsPath,
  invoicesPath,
  paths,
  reservesPath,
  taxPath,
  withdrawPath,
} from '../../platform/paths.ts';
import type { HeaderMenuName, NavigationEntry } from './navigation.ts';

/** `${key}About` of each entry is its description of one line. */
export const menuEntries: Record<HeaderMenuName, NavigationEntry[]> = {
  buyCrypto: [
    { to: paths.trade, key: 'app-layouts:nav.spot' },
    { to: paths.perpetuals, key: 'app-layouts:nav.perpetuals' },
  ],
  wallet: [
    { to: paths.walletList, key: 'app-layouts:nav.assets' },
    { to: paths.codes, key: 'app-layouts:nav.codes' },
    { to: invoicesPath, key: 'app-layouts:nav.invoices' },
    { to: paths.inrDeposit, key: 'app-layouts:nav.inrDeposit' },
    { to: withdrawPath('INR'), key: 'app-layouts:nav.inrWithdraw' },
  ],
  transactions: [
    { to: paths.walletHistory, key: 'app-layouts:nav.walletHistory' },
    { to: paths.ordersHistory, key: 'app-layouts:nav.ordersHistory' },
    { to: paths.perpetualsHistory, key: 'app-layouts:nav.perpetualsHistory' },
    { to: taxPath, key: 'app-layouts:nav.tax' },
    { to: exportsPath, key: 'app-layouts:nav.exports' },
  ],
};

export const footerLinks: NavigationEntry[] = [
  { to: paths.market, key: 'nav.markets' },
  { to: paths.trade, key: 'app-layouts:nav.spot' },
  { to: paths.perpetuals, key: 'app-layouts:nav.perpetuals' },
  { to: paths.referralProgramme, key: 'app-layouts:nav.referrals' },
  { to: paths.support, key: 'app-layouts:nav.support' },
  { to: paths.faq, key: 'app-layouts:nav.faq' },
  { to: paths.fees, key: 'app-layouts:nav.fees' },
  { to: allAssetsStatusPath, key: 'app-layouts:nav.assetsStatus' },
  { to: reservesPath, key: 'app-layouts:nav.reserves' },
  { to: paths.listing, key: 'app-layouts:nav.listing' },
  { to: paths.partnership, key: 'app-layouts:nav.partnership' },
  { to: paths.terms, key: 'app-layouts:nav.terms' },
  { to: paths.privacy, key: 'app-layouts:nav.privacy' },
];
