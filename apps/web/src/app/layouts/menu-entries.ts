/** What the menus of the header and the footer list: apart from the first view, so that a further page costs it nothing. */
import './messages.ts';
import {
  aboutPath,
  addressesPath,
  allAssetsStatusPath,
  amlPath,
  announcementsPath,
  bugBountyPath,
  cookiesPath,
  delistingPath,
  downloadPath,
  exchangePath,
  exportsPath,
  invoicesPath,
  loansHistoryPath,
  loansPath,
  paths,
  reservesPath,
  riskPath,
  stablePath,
  taxPath,
  tokenPath,
  withdrawPath,
} from '../../platform/paths.ts';
import type { HeaderMenuName, NavigationEntry } from './navigation.ts';

/** `${key}About` of each entry is its description of one line. */
export const menuEntries: Record<HeaderMenuName, NavigationEntry[]> = {
  buyCrypto: [
    { to: paths.trade, key: 'app-layouts:nav.spot' },
    { to: paths.classicTrade, key: 'app-layouts:nav.classic' },
    { to: paths.perpetuals, key: 'app-layouts:nav.perpetuals' },
    { to: exchangePath, key: 'app-layouts:nav.exchange' },
    { to: stablePath, key: 'app-layouts:nav.stable' },
    { to: loansPath, key: 'app-layouts:nav.loans', needs: 'loans' },
  ],
  wallet: [
    { to: paths.walletList, key: 'app-layouts:nav.assets' },
    { to: '#transfer', key: 'app-layouts:nav.transfer' },
    { to: addressesPath, key: 'app-layouts:nav.addresses' },
    { to: paths.codes, key: 'app-layouts:nav.codes' },
    { to: invoicesPath, key: 'app-layouts:nav.invoices' },
    { to: paths.inrDeposit, key: 'app-layouts:nav.inrDeposit' },
    { to: withdrawPath('INR'), key: 'app-layouts:nav.inrWithdraw' },
  ],
  transactions: [
    { to: paths.walletHistory, key: 'app-layouts:nav.walletHistory' },
    { to: paths.ordersHistory, key: 'app-layouts:nav.ordersHistory' },
    { to: paths.perpetualsHistory, key: 'app-layouts:nav.perpetualsHistory' },
    { to: loansHistoryPath, key: 'app-layouts:nav.loansHistory', needs: 'loans' },
    { to: taxPath, key: 'app-layouts:nav.tax' },
    { to: exportsPath, key: 'app-layouts:nav.exports' },
  ],
};

export interface FooterColumn {
  /** `footer.<name>` is its heading. */
  name: 'company' | 'products' | 'help' | 'legal';
  links: NavigationEntry[];
}

export const footerColumns: FooterColumn[] = [
  {
    name: 'company',
    links: [
      { to: aboutPath, key: 'nav.about' },
      { to: announcementsPath, key: 'nav.announcements' },
      { to: bugBountyPath, key: 'nav.bounty' },
      { to: paths.partnership, key: 'nav.partnership' },
      { to: paths.listing, key: 'nav.listing' },
    ],
  },
  {
    name: 'products',
    links: [
      { to: paths.market, key: 'nav.markets' },
      { to: paths.trade, key: 'nav.spot' },
      { to: paths.perpetuals, key: 'nav.perpetuals' },
      { to: exchangePath, key: 'nav.exchange' },
      { to: stablePath, key: 'nav.stable' },
      { to: loansPath, key: 'nav.loans', needs: 'loans' },
      { to: paths.codes, key: 'nav.codes' },
      { to: tokenPath, key: 'nav.token' },
      { to: paths.referralProgramme, key: 'nav.referrals' },
      { to: downloadPath, key: 'nav.download' },
    ],
  },
  {
    name: 'help',
    links: [
      { to: paths.support, key: 'nav.support' },
      { to: paths.faq, key: 'nav.faq' },
      { to: paths.fees, key: 'nav.fees' },
      { to: allAssetsStatusPath, key: 'nav.assetsStatus' },
      { to: reservesPath, key: 'nav.reserves' },
    ],
  },
  {
    name: 'legal',
    links: [
      { to: paths.terms, key: 'nav.terms' },
      { to: paths.privacy, key: 'nav.privacy' },
      { to: cookiesPath, key: 'nav.cookies' },
      { to: riskPath, key: 'nav.risk' },
      { to: amlPath, key: 'nav.aml' },
      { to: delistingPath, key: 'nav.delisting' },
    ],
  },
];
