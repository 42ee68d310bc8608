import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, test } from 'vitest';
import { marketsQuery } from '../../../api/markets.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { useColumnContext } from './cells.tsx';
import { finishedOrderColumns } from './columns.tsx';

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
