import type { BannerArea } from '@pelican/shared/contracts/content';
import { paths } from '../../platform/paths.ts';

/** Beginnings of addresses; the first that fits counts. */
const beginnings: readonly (readonly [string, BannerArea | null])[] = [
  // The console shows no banners: operators see a preview where they write one.
  [paths.operators, null],
  [paths.perpetuals, 'perpetual'],
  ['/perpetual', 'perpetual'],
  ['/swap-trading-view', 'perpetual'],
  [paths.trade, 'spot'],
  [paths.classicTrade, 'spot'],
  [paths.tradingView, 'spot'],
  ['/exchange', 'spot'],
  ['/stable', 'spot'],
  ['/wallet', 'wallet'],
  [paths.walletList, 'wallet'],
  [paths.walletHistory, 'wallet'],
  [paths.inrBanks, 'wallet'],
  [paths.user, 'account'],
];

/** The part of the site that a page belongs to; null: no banner stands there. @param path as the router has it, without a language */
export function areaOf(path: string): BannerArea | null {
  const found = beginnings.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`));
  return found ? found[1] : 'site';
}
