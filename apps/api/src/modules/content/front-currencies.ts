/** Markets of the front page. */
import { frontCurrenciesMax, frontCurrencyFacts } from '@pelican/shared/contracts/content';
import { type MarketListItem, unitPrices } from '@pelican/shared/contracts/markets';
import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/index.ts';
import { liveItems } from './live-items.ts';

/**
 * Those that operators chose, in their order, as far as they are open; where they chose none, those of most turnover.
 * @param markets with their figures
 */
export async function listFrontCurrencies(
  db: Queryable,
  log: Pick<Logger, 'error'>,
  markets: readonly MarketListItem[],
) {
  const wanted = {
    kind: 'front_currency',
    facts: frontCurrencyFacts,
    lang: 'en',
    max: 100,
    order: 'position',
  } as const;
  const pairs = (await liveItems(db, log, wanted)).map(({ facts }) => facts.pair);
  const open = markets.filter(({ status }) => status === 'open');
  const byName = new Map(open.map((market) => [market.name, market]));
  const chosen = [...new Set(pairs)].flatMap((pair) => byName.get(pair) ?? []);
  const shown = chosen.length > 0 ? chosen : byTurnover(open);
  return {
    result: shown.slice(0, frontCurrenciesMax).map(({ name, sparkline, market: { price, change } }, index) => {
      return { name, place: index + 1, klineData: sparkline, price, change };
    }),
  };
}

/** Floats suffice for an order. Of equal ones the catalog's order decides. */
function byTurnover(markets: readonly MarketListItem[]): MarketListItem[] {
  const prices = unitPrices(markets);
  const turnover = ({ money, market }: MarketListItem) => Number(market.volumeInMoney) * (prices.get(money) ?? 0);
  return markets.toSorted((one, other) => turnover(other) - turnover(one));
}
