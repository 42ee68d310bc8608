import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, test } from 'vitest';
import { marketsQuery } from '../../../api/markets.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { useColumnContext } from './cells.tsx';
import { finishedOrderColumns, tradeColumns } from './columns.tsx';

afterEach(cleanup);

const market = (name: string, price_prec: number) => {
  const [stock, money] = name.split('_');
  return { name, stock, money, price_prec } as MarketListItem;
};
const resting = {
  side: 2,
  type: 1,
  tif: 'gtc',
  status: 'canceled',
  amount: '2',
  amount_type: 'stock',
  left: '2',
  deal_stock: '0',
  deal_money: '0',
  deal_fee: '0',
  gst: '0',
  tds: '0',
  fee_asset: 'USDT',
  ftime: 1_700_000_000,
};
const orders = [
  { ...resting, id: 1, price: '96.5', market: 'LTC_USDT', post_only: true },
  { ...resting, id: 2, price: '8155969', market: 'BTC_INR', tif: 'fok' },
] as SpotOrder[];

function Orders() {
  const columns = finishedOrderColumns(useColumnContext());
  return <DataTable caption="" columns={columns} rows={orders} rowKey={({ id }) => id} empty={null} />;
}

test('an order tells how it may trade, and its price has the decimals and the groups of its market', async () => {
  const { queryClient } = renderPage(Orders);
  queryClient.setQueryData(marketsQuery.queryKey, {
    currenciesMap: {},
    marketList: { result: [market('LTC_USDT', 2), market('BTC_INR', 0)] },
  } as never);
  await screen.findByText('96.50');
  screen.getByText('81,55,969');
  screen.getByText('Limit, post-only');
  screen.getByText('Limit, FOK');
});

const trade = {
  id: 1,
  market: 'PLC_USDT',
  side: 2,
  role: 2,
  time: 1_700_000_000,
  price: '0.419',
  amount: '23.81',
  gross_amount: '9.97639',
  net: '9.99993429',
  fee: '0.01995278',
  gst: '0.00359151',
  tds: '0',
  fee_asset: 'USDT',
} as SpotTrade;

function Trades() {
  const columns = tradeColumns(useColumnContext());
  return <DataTable caption="" columns={columns} rows={[trade]} rowKey={({ id }) => id} empty={null} />;
}

test('the figures of a trade are exact and add up, with whatever decimals its money is shown elsewhere', async () => {
  const { queryClient } = renderPage(Trades);
  queryClient.setQueryData(marketsQuery.queryKey, {
    currenciesMap: { USDT: { display_precision: 2 } },
    marketList: { result: [market('PLC_USDT', 4)] },
  } as never);
  await screen.findByText('0.4190');
  for (const figure of ['9.97639', '9.99993429', '0.01995278', '0.00359151', '0']) screen.getByText(`${figure} USDT`);
});
