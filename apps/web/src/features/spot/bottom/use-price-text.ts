import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../../api/markets.ts';
import { formatFixed, formatUpTo, groupingOf } from '../../../ui/format.ts';
import type { PriceText } from './order-columns.tsx';

/** Prices of orders of any market, each with the decimals of its market. */
export function usePriceText(): PriceText {
  const { data } = useQuery(marketsQuery);
  return (price, name) => {
    const market = data?.byName.get(name);
    return market ? formatFixed(price, market.price_prec, groupingOf(market.money)) : formatUpTo(price, 8);
  };
}
