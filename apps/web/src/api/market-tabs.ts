/** The tabs of a market list: derived from the markets, in the specification's order. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';

export const allTab = 'all';
export const favoriteTab = 'favorite';

/** Lower stands first. A money ticker that is not named stands between the named ones and the groups. */
const order: Record<string, number> = {
  [allTab]: 0,
  INR: 10,
  USDT: 15,
  BTC: 20,
  ETH: 30,
  USD: 40,
  EUR: 50,
  fiat: 150,
  stable: 180,
  alts: 200,
  [favoriteTab]: 222,
};
const otherMoney = 100;

type TabFacts = Pick<MarketListItem, 'money' | 'groups' | 'favorite'>;

function isInTab(market: TabFacts, tab: string): boolean {
  if (tab === allTab) return true;
  if (tab === favoriteTab) return market.favorite;
  return market.money === tab || market.groups.includes(tab);
}

/** Tabs that have a market, "all" first; favourites only when signed in. */
export function tabsOf(markets: readonly TabFacts[], isSignedIn: boolean): string[] {
  const tabs = new Set([allTab, ...markets.flatMap((market) => [market.money, ...market.groups])]);
  if (isSignedIn) tabs.add(favoriteTab);
  return [...tabs].sort((a, b) => (order[a] ?? otherMoney) - (order[b] ?? otherMoney) || a.localeCompare(b));
}

export function marketsInTab<Market extends TabFacts>(markets: readonly Market[], tab: string): Market[] {
  return markets.filter((market) => isInTab(market, tab));
}

/** By ticker, pair ("btc/usdt", "BTC_USDT", "btc usdt") or the beginning of a word of a name ("eth" is not in Tether). */
export function searchMarkets<Market extends Pick<MarketListItem, 'stock' | 'money' | 'stock_label' | 'money_label'>>(
  markets: readonly Market[],
  text: string,
): Market[] {
  const words = text
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter(Boolean);
  if (words.length === 0) return [...markets];
  return markets.filter((market) => {
    const tickers = [market.stock, market.money, market.stock + market.money].map((ticker) => ticker.toLowerCase());
    const names = `${market.stock_label} ${market.money_label}`.toLowerCase().split(' ');
    return words.every(
      (word) => tickers.some((ticker) => ticker.includes(word)) || names.some((name) => name.startsWith(word)),
    );
  });
}
