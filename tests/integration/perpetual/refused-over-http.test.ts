/** What is refused of perpetual orders over HTTP, and the quiz that comes before them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';

let exchange: PerpetualApi;
let alice: TestUser;

const market = 'BTC_USDT';
const openLong = { market, mode: 'isolated', side: 'buy', position: 'long', type: 'limit' } as const;

interface Refusal {
  code: string;
  errors: { message: string[] } & Record<string, string[]>;
}

async function refused(answer: Promise<Answer>): Promise<Refusal & { status: number }> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  return { ...(body as unknown as Refusal), status };
}

beforeAll(async () => {
  exchange = await startPerpetualApi();
  await exchange.tick({ BTC_USDT: '60000', ETH_USDT: '3000' });
  alice = await exchange.trader('alice@perpetual.test', '10000');
}, 180_000);

afterAll(() => exchange.close());

describe('bad input', () => {
  const cases: [what: string, body: Record<string, unknown>, code: string][] = [
    ['an unknown market', { ...openLong, market: 'ABC_USDT', price: '59000', sz: '1' }, 'unknown_pair'],
    ['a price between two ticks', { ...openLong, price: '59000.05', sz: '1' }, 'wrong_step'],
    ['a size between two lots', { ...openLong, price: '59000', sz: '0.005' }, 'wrong_step'],
    ['an amount that is another size', { ...openLong, price: '59000', sz: '1', amount: '1' }, 'invalid_argument'],
    ['no size', { ...openLong, price: '59000' }, 'invalid_argument'],
    ['no price', { ...openLong, sz: '1' }, 'invalid_argument'],
    ['a market order with a price', { ...openLong, type: 'market', price: '59000', sz: '1' }, 'invalid_argument'],
    ['a price above the limit', { ...openLong, price: '61200.1', sz: '1' }, 'price_limit'],
    ['more than the largest order', { ...openLong, price: '59000', sz: '10000.01' }, 'amount_too_large'],
    [
      'reduce-only that would open',
      { ...openLong, price: '59000', sz: '1', reduce_only: true },
      'reduce_only_conflict',
    ],
    ['closing what is not there', { ...openLong, side: 'sell', price: '60100', sz: '1' }, 'insufficient_position'],
    ['more than the money', { ...openLong, price: '59000', sz: '1000' }, 'insufficient_margin'],
    [
      'a take-profit on the wrong side',
      { ...openLong, price: '59000', sz: '1', tp_trigger_price: '58000' },
      'trigger_side',
    ],
    ['an oco with one leg', { ...openLong, type: 'oco', tp_trigger_price: '61000' }, 'invalid_argument'],
    [
      'a conditional order that opens',
      { ...openLong, type: 'conditional', sz: '1', sl_trigger_price: '58000' },
      'wrong_side',
    ],
    ['a trigger without a price', { ...openLong, type: 'trigger', sz: '1' }, 'invalid_argument'],
    [
      'a trigger at the price of now',
      { ...openLong, type: 'trigger', sz: '1', trigger_price: '60000', trigger_px_type: 'mark' },
      'trigger_side',
    ],
    [
      'an order price without a trigger',
      { ...openLong, price: '59000', sz: '1', tp_order_price: '1' },
      'invalid_argument',
    ],
    ['a number with an exponent', { ...openLong, price: '6e4', sz: '1' }, 'invalid_argument'],
    ['a market order into an empty book', { ...openLong, type: 'market', sz: '1' }, 'empty_book'],
  ];

  for (const [what, body, code] of cases) {
    it(`refuses ${what}`, async () => {
      expect(await refused(alice.post('/v3/order', body))).toMatchObject({ code });
    });
  }

  it('names the four pairs of side and position', async () => {
    const { errors } = await refused(
      alice.post('/v3/order', { ...openLong, type: 'conditional', sl_trigger_price: '58000' }),
    );
    for (const pair of ['buy long', 'sell long', 'sell short', 'buy short']) expect(errors.message[0]).toContain(pair);
  });

  it('says how high the leverage may be', async () => {
    const whale = await exchange.trader('whale@perpetual.test', '100000000');
    const set = { market, mode: 'cross', leverage: 100 };
    expect((await whale.post('/v3/set-leverage', set)).status).toBe(200);
    const big = { ...openLong, mode: 'cross', price: '59000', sz: '2000' };
    const { code, errors } = await refused(whale.post('/v3/order', big));
    expect(code).toBe('tier_limit');
    expect(errors.message[0]).toContain('50x');
    const above = await refused(whale.post('/v3/set-leverage', { ...set, leverage: 101 }));
    expect(above.code).toBe('leverage_too_high');
  });

  it('is refused without a session, the scope, KYC or the quiz', async () => {
    const body = { ...openLong, price: '59000', sz: '1' };
    expect((await exchange.call('POST', '/v3/order', { body })).status).toBe(401);
    const stranger = await exchange.signUp('stranger@perpetual.test', { kycApproved: false });
    expect((await refused(stranger.post('/v3/order', body))).code).toBe('kyc_required');
    const newcomer = await exchange.signUp('newcomer@perpetual.test');
    expect(await refused(newcomer.post('/v3/order', body))).toMatchObject({ status: 403, code: 'quiz_required' });
  });
});

describe('the quiz', () => {
  it('lets a person place orders as soon as it is passed', async () => {
    const carol = await exchange.signUp('carol@perpetual.test');
    await exchange.fund(carol.id, '1000');
    const body = { ...openLong, price: '59000', sz: '1' };
    expect((await refused(carol.post('/v3/order', body))).code).toBe('quiz_required');
    const { body: quiz } = await carol.get<{ passed: boolean; questions: { id: string; answers: string[] }[] }>(
      '/v3/futures-quiz',
    );
    expect(quiz).toMatchObject({ passed: false });
    expect(quiz.questions).toHaveLength(5);
    const ids = quiz.questions.map(({ id }) => id);
    const wrong = await carol.post('/v3/futures-quiz', { answers: Object.fromEntries(ids.map((id) => [id, 9])) });
    expect(wrong.body).toEqual({ passed: false, wrong: ids });
    const answers = { realized_pnl: 1, leverage: 2, mark_price: 3, maximum_loss: 0, risks: 1 };
    expect((await carol.post('/v3/futures-quiz', { answers })).body).toEqual({ passed: true, wrong: [] });
    const order = await exchange.place(carol, body);
    await carol.post('/v3/order/cancel', { market, order_id: order.id });
  });
});
