/** Which transfers count, what they cost by the lots that they took, and what of it is on record. */
import { expect, test } from 'vitest';
import {
  api,
  count,
  deposit,
  get,
  hours,
  type List,
  openTaxForFile,
  sql,
  trade,
  user,
  year,
} from '../../support/tax.ts';

openTaxForFile();

test('sales take the oldest lots, losses are not set off, and tax is an estimate by the rules of the time', async () => {
  await trade('buyer', 1, { amount: '1', gross: '1000', fee: '2', gst: '0.36' });
  await trade('buyer', 2, { amount: '1', gross: '3000', fee: '6', gst: '1.08' });
  await trade('seller', 3, { amount: '1.5', gross: '3000', fee: '6', gst: '1.08', tds: '29.92' });
  await trade('seller', 4, { amount: '0.25', gross: '500', fee: '1', gst: '0.18', tds: '4.98' });
  expect(await count()).toBe(4);
  const { result, total } = await get<List>('disposals');
  expect(total).toBe(2);
  expect(result[0]).toMatchObject({ kind: 'sale', proceeds: '500', cost: '750', gain: '-250', isKnown: true });
  expect(result[1]).toMatchObject({ quantity: '1.5', proceeds: '3000', cost: '2500', gain: '500', ticker: 'BTC' });
  expect(result[1]?.lots).toMatchObject([
    { quantity: '1', cost: '1000' },
    { quantity: '0.5', cost: '1500' },
  ]);
  expect(await get('summary')).toMatchObject({
    gains: {
      transfers: 2,
      proceeds: '3500',
      cost: '3250',
      gain: '500',
      loss: '250',
      tax: '150',
      cess: '6',
      unknown: 0,
    },
    tds: '34.9',
    fees: { fee: '15', gst: '2.7' },
  });
  const deductions = await get<List>('deductions', '&quarter=1');
  expect(deductions.total).toBe(2);
  expect(deductions.result[1]).toMatchObject({
    gross: '3000',
    base: '2992.92',
    rate: '0.01',
    section: 'Income-tax Act, section 194S',
    amount: '29.92',
    inr: '29.92',
    quarter: 1,
    state: 'deducted',
  });
  expect((await get<List>('deductions', '&quarter=2')).total).toBe(0);
  expect((await get<List>('disposals', '&limit=1&offset=1')).result).toHaveLength(1);
});

test('crypto for crypto is a transfer of what is given at the rupees of that moment, its fee too', async () => {
  await deposit('USDT', '1000', 0);
  await trade('buyer', 1, { quote: 'USDT', amount: '0.01', gross: '500', fee: '1', gst: '0.18' });
  await count();
  const { result } = await get<List>('disposals');
  expect(
    result.map(({ kind, ticker, quantity, proceeds, cost }) => ({ kind, ticker, quantity, proceeds, cost })),
  ).toEqual([
    { kind: 'charge', ticker: 'USDT', quantity: '1.18', proceeds: '94.4', cost: '0' },
    { kind: 'exchange', ticker: 'USDT', quantity: '500', proceeds: '40000', cost: '0' },
  ]);
  expect(result[0]).toMatchObject({ isKnown: false, valuedBy: expect.stringContaining('USDT_INR/86400@') });
  const lots = await get<List>('lots', '');
  expect(lots.result[0]).toMatchObject({ ticker: 'BTC', cost: '40000', quantity: '0.01', isKnown: true });
  expect(lots.result[1]).toMatchObject({ ticker: 'USDT', remaining: '498.82', isKnown: false, mayEnter: true });
  expect(await get('summary')).toMatchObject({ gains: { unknown: 2 }, fees: { fee: '80', gst: '14.4' } });
});

test('the cost that a user enters is that of the lot after the count, of no lot of others, and of none that is on record', async () => {
  await deposit('BTC', '2', 0);
  await trade('buyer', 1, { amount: '1', gross: '1000' });
  await trade('seller', 2, { amount: '1', gross: '5000' });
  await count();
  const [bought, came] = (await get<List>('lots')).result as [{ reference: string }, { reference: string }];
  const enter = (reference: string, cost: string) => user.post('/v2/tax/cost', { reference, cost });
  expect((await enter(bought.reference, '1')).status).toBe(404);
  expect((await enter('nothing', '1')).status).toBe(404);
  expect((await enter(came.reference, '1.234')).status).toBe(422);
  expect((await enter(came.reference, '-1')).status).toBe(422);
  expect((await enter(came.reference, '6000')).status).toBe(200);
  expect(await get('summary')).toMatchObject({ isCounting: true, gains: { gain: '5000', unknown: 1 } });
  await count({ fromBeginning: true });
  expect(await get('summary')).toMatchObject({ gains: { gain: '2000', cost: '3000', unknown: 0 } });
  const other = await api.signUp('other@test.local');
  expect((await other.post('/v2/tax/cost', { reference: came.reference, cost: '1' })).status).toBe(404);
  expect((await other.get<List>(`/v2/tax/disposals?year=${year}`)).body.total).toBe(0);
  expect((await api.call('GET', `/v2/tax/summary?year=${year}`)).status).toBe(401);
  expect((await user.get('/v2/tax/summary?year=1999')).status).toBe(422);
});

test('a reward is income and its own cost; what leaves for another wallet is no transfer; more than came is marked', async () => {
  await sql(
    `INSERT INTO referral_claims (user_id, asset_id, amount, tds, created_at) SELECT $1, id, 10, 1, ${hours(1)} FROM assets WHERE ticker = 'USDT'`,
    user.id,
  );
  await trade('seller', 2, { base: 'BTC', quote: 'INR', amount: '1', gross: '900' });
  await count();
  expect((await get<List>('incomes')).result).toMatchObject([
    { source: 'referral', amount: '10', inr: '800', ticker: 'USDT' },
  ]);
  expect((await get<List>('deductions')).result).toMatchObject([
    { source: 'referral', amount: '1', inr: '80', rate: '0.02' },
  ]);
  expect((await get<List>('disposals')).result).toMatchObject([
    { proceeds: '900', cost: '0', isKnown: false, lots: [{ kind: 'missing', quantity: '1' }] },
  ]);
  expect((await get<List>('lots')).result).toMatchObject([
    { kind: 'missing' },
    { kind: 'reward', quantity: '9', cost: '720' },
  ]);
  expect(await get('summary')).toMatchObject({ income: '800', tds: '80' });
});
