/** What a menu lists. Every entry names a path of the table, so there are no dead links. */
import {
  type AppPath,
  type aboutPath,
  type addressesPath,
  type allAssetsStatusPath,
  type amlPath,
  type announcementsPath,
  type bugBountyPath,
  type cookiesPath,
  type delistingPath,
  type downloadPath,
  type exchangePath,
  type exportsPath,
  type invoicesPath,
  type loansHistoryPath,
  type loansPath,
  paths,
  type reservesPath,
  type riskPath,
  type stablePath,
  type taxPath,
  type tokenPath,
} from '../../platform/paths.ts';

export interface NavigationEntry {
  to:
    | AppPath
    | `/wallet/withdraw/${string}`
    /** The dialog of transfers between the wallets, over any page. */
    | '#transfer'
    | typeof aboutPath
    | typeof addressesPath
    | typeof allAssetsStatusPath
    | typeof amlPath
    | typeof announcementsPath
    | typeof bugBountyPath
    | typeof cookiesPath
    | typeof delistingPath
    | typeof downloadPath
    | typeof exchangePath
    | typeof exportsPath
    | typeof invoicesPath
    | typeof loansHistoryPath
    | typeof loansPath
    | typeof reservesPath
    | typeof riskPath
    | typeof stablePath
    | typeof taxPath
    | typeof tokenPath;
  /** Key of the message. */
  key: string;
  /** Pages of the same section whose addresses do not begin with its own. */
  others?: AppPath[];
  /** It is left out while the exchange does not offer this. */
  needs?: 'loans';
}

export type HeaderMenuName = 'buyCrypto' | 'wallet' | 'transactions';

/** A menu of the header; its entries are in menu-entries.ts, which arrives with the code that opens it. */
export interface NavigationMenu {
  /** `nav.<name>` is its message. */
  name: HeaderMenuName;
  /** Where its name leads until it can be opened. */
  to: AppPath;
  signedInOnly?: boolean;
}

export const headerMenus: NavigationMenu[] = [
  { name: 'buyCrypto', to: paths.trade },
  { name: 'wallet', to: paths.walletList, signedInOnly: true },
  { name: 'transactions', to: paths.walletHistory, signedInOnly: true },
];
