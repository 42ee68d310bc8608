import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { marketsQuery } from '../../../api/markets.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { useMarketTexts } from './use-market-texts.ts';

afterEach(cleanup);

const market = (name: string, price_prec: number) => {
  const [stock, money] = name.split('_');
  return { name, stock, money, price_prec } as MarketListItem;
};
type Priced = Pick<SpotOrder, 'price' | 'market'>;
const orders: Priced[] = [
  { price: '96.5', market: 'LTC_USDT' },
  { price: '8155969', market: 'BTC_INR' },
];

function Prices() {
  const { price: priceOf } = useMarketTexts();
  return orders.map(({ price, market: name }) => <p key={name}>{priceOf(price, name)}</p>);
}

test('a price has the decimals and the groups of its market', async () => {
  const { queryClient } = renderPage(Prices);
  queryClient.setQueryData(marketsQuery.queryKey, {
    marketList: { result: [market('LTC_USDT', 2), market('BTC_INR', 0)] },
  } as never);
  await screen.findByText('96.50');
  expect(screen.getByText('81,55,969')).toBeTruthy();
});
