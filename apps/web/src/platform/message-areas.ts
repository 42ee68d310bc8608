/**
 * The parts in which the texts of a language are loaded, and which of them each language has. A namespace that is added needs
 * a line here, unless it is that of a legal document; a text that is added its translation in every language that claims its area (catalogues.test.ts names both).
 */
import type { ClientLanguage } from '@pelican/shared/contracts/system';

/** Areas with their namespaces; those of the first three are loaded with most pages. */
export const messageAreas = {
  app: ['common', 'app-layouts', 'sign-up-bonus', 'notices', 'connection'],
  head: ['app-page-meta'],
  auth: ['auth', 'identity'],
  public: ['welcome', 'market', 'announcements', 'fees', 'reserves', 'assets-status', 'support', 'conversation'],
  company: ['company', 'referrals'],
  legal: ['legal'],
  trading: [
    'terminal',
    'spot',
    'spot-orders',
    'spot-orders-modify',
    'spot-orders-details',
    'spot-orders-cancel-all',
    'terminal-settings',
    'spot-news',
    'spot-history',
    'spot-exchange',
    'spot-stable',
  ],
  perpetual: ['perpetual', 'perpetual-account'],
  wallet: [
    'wallet',
    'wallet-history',
    'wallet-shortage',
    'deposits',
    'withdrawals',
    'withdrawals-addresses',
    'inr',
    'fiat',
    'invoices',
    'codes',
    'payments',
    'exports',
  ],
  account: [
    'settings',
    'settings-profile',
    'settings-security',
    'settings-api-keys',
    'settings-deletion',
    'verification',
    'tax',
  ],
  loans: ['loans', 'loans-manual', 'loans-disputes'],
} as const;
export type MessageArea = keyof typeof messageAreas;

/** Without them a language is not offered: visitors see them, and who trades. */
export const areasOfEachLanguage = ['app', 'head', 'auth', 'public', 'trading', 'perpetual'] as const;

/** Areas of which a language has every text. Of the others it has none: they are shown in English as a whole. */
export const translatedAreas: Record<Exclude<ClientLanguage, 'en'>, readonly MessageArea[]> = {
  hi: [...areasOfEachLanguage, 'company', 'legal', 'wallet', 'account', 'loans'],
  ta: [...areasOfEachLanguage, 'company', 'legal', 'wallet', 'account', 'loans'],
  tr: [...areasOfEachLanguage, 'company', 'legal', 'wallet', 'account', 'loans'],
  ru: [...areasOfEachLanguage, 'company', 'legal', 'wallet', 'account', 'loans'],
};

/** The console is in English alone, for its operators are of one country and of many languages. */
export function isOfConsole(namespace: string): boolean {
  return namespace === 'ops' || namespace.startsWith('ops-');
}

const areaOfNamespace = new Map<string, MessageArea>(
  Object.entries(messageAreas).flatMap(([area, namespaces]) =>
    namespaces.map((namespace) => [namespace, area as MessageArea] as const),
  ),
);

/** Each legal document has a catalogue of its own, such as `legal-terms`. */
const legalPrefix = 'legal-';

/** @returns undefined for the console's, and for a namespace that has no area */
export function areaOf(namespace: string): MessageArea | undefined {
  return namespace.startsWith(legalPrefix) ? 'legal' : areaOfNamespace.get(namespace);
}

/** By the first segment of the path, in which the pages of an area have more of their texts than in others. */
const areasByPath: [RegExp, MessageArea[]][] = [
  [/^\/(?:trade|trade_classic|trading-view|exchange|stable|user\/orders-history)(?:\/|$)/, ['trading']],
  [/^\/(?:perpetual|perpetuals|swap-trading-view|user\/perpetuals-history)(?:\/|$)/, ['trading', 'perpetual']],
  [/^\/(?:signup|register|signIn|verif|2fa|forgot|reset-password|log-out|stop-factor)/, ['auth']],
  [/^\/(?:p2p-loans|user\/p2p-history)(?:\/|$)/, ['loans', 'wallet']],
  [/^\/user\/(?:wallet|inr-banks|invoices|exports|address)|^\/(?:wallet|codes|pay|merchant)(?:\/|$)/, ['wallet']],
  [/^\/user\//, ['account']],
  [/^\/(?:about-us|bug-bounty|token|download|referral)(?:\/|$)/, ['company']],
  [/^\/(?:terms|privacy-policy|cfx-|aml-policy|risk|cookies|delisting)/, ['legal']],
  [/^\/ops(?:\/|$)/, []],
];

/** What a page needs besides `app`, so that it is asked for beside the page's code. @param pathname without the language */
export function areasOfPath(pathname: string): readonly MessageArea[] {
  return areasByPath.find(([pattern]) => pattern.test(pathname))?.[1] ?? ['public'];
}
