import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../../api/markets.ts';
import { formatFixed, formatUpTo, groupingOf } from '../../../ui/format.ts';
import type { MarketTexts } from './order-columns.tsx';

/** Figures of orders of any market, each by the steps and decimals of its market. */
export function useMarketTexts(): MarketTexts {
  const { data } = useQuery(marketsQuery);
  return {
    price: (price, name) => {
      const market = data?.byName.get(name);
      return market ? formatFixed(price, market.price_prec, groupingOf(market.money)) : formatUpTo(price, 8);
    },
    amountStep: (name) => data?.byName.get(name)?.amount_step,
  };
}
