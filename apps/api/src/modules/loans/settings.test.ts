import { expect, test } from 'vitest';
import { type LoanCatalog, readSettings } from './settings.ts';

const usdt = { id: 1, ticker: 'USDT', scale: 8 };
const btc = { id: 2, ticker: 'BTC', scale: 8 };
const money = {
  ticker: 'USDT',
  isOpen: true,
  amountMin: '50',
  amountMax: '1000',
  repayMin: '1',
  lenderMax: '0',
  borrowerMax: '0',
  daysMin: 1,
  daysMax: 90,
  dayRateMin: '0.0001',
  dayRateMax: '0.01',
  feeRate: '0.005',
  gstRate: '0.18',
  lateFactor: '1.5',
  liquidationFeeRate: '0.02',
  graceDays: 3,
};
const pledge = {
  moneyTicker: 'USDT',
  ticker: 'BTC',
  isOpen: true,
  ltv: '0.65',
  warning: '0.72',
  call: '0.78',
  liquidation: '0.85',
  lentMax: '0',
};

async function isOpenWith(status: string | undefined, isSettingOpen = true): Promise<boolean | undefined> {
  const query = async (sql: string) => ({
    rows: sql.includes('p2p_moneys') ? [money] : [{ ...pledge, isOpen: isSettingOpen }],
  });
  const listed = {
    assetByTicker: (ticker: string) => [usdt, btc].find((asset) => asset.ticker === ticker),
    marketByName: (name: string) => (name === 'BTC_USDT' && status !== undefined ? { status } : undefined),
  } as unknown as LoanCatalog;
  const [known] = await readSettings({ query } as never, listed, new Set());
  return known?.pledges[0]?.isOpen;
}

test.each([
  ['open', true],
  ['cancelOnly', false],
  ['closed', false],
  // There is none.
  [undefined, false],
])('while the market of a pledge is %s, whether it is accepted is %s', async (status, isOpen) => {
  expect(await isOpenWith(status)).toBe(isOpen);
});

test('what operators have closed is not accepted, though its market is open', async () => {
  expect(await isOpenWith('open', false)).toBe(false);
});
