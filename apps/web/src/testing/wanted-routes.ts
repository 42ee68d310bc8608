/**
 * The pages that visitors, and other sites and apps, know by their addresses, with who sees each and what stands around it: what was agreed,
 * whatever the router's tables say. A page that is moved, or is shown to others, is changed here too, on purpose.
 */

export interface WantedRoute {
  /** An address of it, without a language. */
  address: string;
  /** Guests: who is signed in is led away. */
  access?: 'guests' | 'session';
  /** What the layout leaves out. */
  without?: readonly ('header' | 'footer' | 'cookieNotice' | 'chat')[];
  /** It presents the exchange: larger headings. */
  marketing?: true;
  /** The header leads to the chat with support. */
  supportLink?: true;
  /** Where it leads at once. */
  redirect?: string;
  /** Agreed, and not built yet: judged from when it is there. */
  coming?: true;
}

const footer = { without: ['footer'] } as const;
const footerAndChat = { without: ['footer', 'chat'] } as const;
const frame = { without: ['header', 'footer'] } as const;
/** For apps and other sites. */
const all = { without: ['header', 'footer', 'cookieNotice', 'chat'] } as const;
const marketing = { marketing: true } as const;
const guests = { access: 'guests' } as const;
const session = { access: 'session' } as const;

const auth: WantedRoute[] = [
  { address: '/', ...marketing },
  { address: '/home', ...marketing },
  { address: '/signup', ...guests, ...footer, ...marketing },
  { address: '/register', ...guests, ...footer, ...marketing },
  { address: '/signIn', ...guests, ...footer, ...marketing },
  { address: '/auth', redirect: '/signIn' },
  { address: '/log-out', ...frame },
  { address: '/verification', ...guests, ...marketing },
  // The page itself leads away who has no token; who is signed in hears what became of the link (docs/decisions/0125).
  { address: '/verify' },
  { address: '/forgot-password' },
  { address: '/reset-password', ...guests },
  { address: '/2fa' },
];

const trade: WantedRoute[] = [
  { address: '/trade', ...footerAndChat },
  { address: '/trade/BTC_USDT', ...footerAndChat },
  { address: '/perpetuals', ...footerAndChat, supportLink: true },
  { address: '/perpetual/BTC_USDT', ...footerAndChat, supportLink: true },
  { address: '/trading-view', without: ['header', 'footer', 'cookieNotice'] },
  { address: '/trading-view/BTC_USDT', ...all },
  { address: '/trading-view/BTC_USDT/dark', ...all },
  { address: '/swap-trading-view/BTC_USDT/dark', ...all },
  { address: '/trade_classic', ...footer },
  { address: '/trade_classic/BTC_USDT', ...footer },
  { address: '/market', ...marketing },
  { address: '/exchange', ...marketing },
  { address: '/stable' },
];

const open: WantedRoute[] = [
  { address: '/about-us' },
  { address: '/bug-bounty' },
  { address: '/token' },
  { address: '/token/utility' },
  { address: '/token/roadmap' },
  { address: '/privacy-policy', ...marketing },
  { address: '/cfx-privacy-policy/dark', ...all },
  { address: '/terms', ...marketing },
  { address: '/cfx-terms/dark', ...all },
  { address: '/fee-schedule', ...marketing },
  { address: '/listing', ...marketing },
  { address: '/partnership', ...marketing },
  { address: '/support' },
  { address: '/referral', ...marketing },
  { address: '/faq', ...marketing },
  { address: '/download' },
  { address: '/announcement' },
  { address: '/burning-stage', coming: true },
  { address: '/hunger-games', coming: true },
  { address: '/not-found', ...footer },
];

const loans: WantedRoute[] = [
  { address: '/p2p-loans' },
  { address: '/p2p-loans/manual' },
  { address: '/p2p-loans/credit-history', ...session },
  { address: '/p2p-loans/admin', ...session },
  { address: '/p2p-loans/admin/credit-history', ...session },
  { address: '/p2p-loans/admin/create', ...session },
  { address: '/p2p-loans/admin/edit/12', ...session },
  { address: '/p2p-loans/admin/loan-details/12', ...session },
];

export const wantedRoutes: readonly WantedRoute[] = [...auth, ...trade, ...open, ...loans];
