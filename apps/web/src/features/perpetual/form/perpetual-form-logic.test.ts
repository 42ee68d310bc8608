// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { instrument as wire } from '../../../testing/perpetual.ts';
import { formulaInstrument } from '../account/instruments.ts';
import { priceOf, textOf, unitsOf } from '../account/sizes.ts';
import { draftOf, maxAtPrice, maxReason, type PerpetualContext } from './perpetual-draft.ts';
import {
  contractsOfSize,
  edited,
  emptyPerpetualFields,
  forAnotherMarket,
  isSameOrder,
  type PerpetualEdit,
  type PerpetualFields,
  type SizeSteps,
  sideOf,
} from './perpetual-fields.ts';
import { issuesOf, warningsOf } from './perpetual-issues.ts';
import { requestOf } from './perpetual-request.ts';

const steps: SizeSteps = { tickSz: '0.1', lotSz: '0.01', ctVal: '0.01' };
const instrument = formulaInstrument({ ...wire, max_buy_price: '61200', min_sell_price: '58800' });
const ticks = (price: number) => Math.round(price * 10);
const lots = (contracts: number) => Math.round(contracts * 100);

const context: PerpetualContext = {
  instrument,
  steps,
  mode: 'isolated',
  leverage: 10,
  markTicks: ticks(59_950),
  lastTicks: ticks(60_000),
  indexTicks: ticks(59_960),
  bids: [{ ticks: ticks(59_980), lots: lots(40) }],
  asks: [
    { ticks: ticks(60_010), lots: lots(10) },
    { ticks: ticks(60_020), lots: lots(30) },
  ],
  maxBuyTicks: ticks(61_200),
  minSellTicks: ticks(58_800),
  funds: unitsOf('5000'),
  held: null,
  closableLots: 0,
  pendingLots: 0,
  account: null,
  legs: [],
};

function fieldsAfter(...edits: PerpetualEdit[]): PerpetualFields {
  return edits.reduce((fields, edit) => edited(fields, edit, steps), emptyPerpetualFields);
}
const limit = (price: string, size: string, ...more: PerpetualEdit[]) =>
  fieldsAfter({ kind: 'price', typed: price }, { kind: 'size', typed: size }, ...more);
const issueKeys = (fields: PerpetualFields, changed: Partial<PerpetualContext> = {}) => {
  const where = { ...context, ...changed };
  return issuesOf(fields, draftOf(fields, where), where).map(
    ({ field, key }) => `${field} ${key.replace('issue.', '')}`,
  );
};
const warningKeys = (fields: PerpetualFields, changed: Partial<PerpetualContext> = {}) => {
  const where = { ...context, ...changed };
  return warningsOf(fields, draftOf(fields, where), where).map(({ key }) => key.replace('warning.', ''));
};

describe('the largest size', () => {
  test('is smaller at a price that costs more, and costs no more than there is', () => {
    const serverMax = '81.6';
    expect(maxAtPrice(serverMax, limit('59000', ''), context)).toBe(serverMax);
    const dear = maxAtPrice(serverMax, limit('61000', ''), context);
    expect(Number(dear)).toBeLessThan(81.6);
    const costOf = (size: string) => draftOf(limit('61000', size), context).cost?.cost ?? 0n;
    expect(costOf(dear) <= unitsOf('5000')).toBe(true);
    expect(costOf(String((Number(dear) * 100 + 1) / 100)) > unitsOf('5000')).toBe(true);
  });

  test('is the API’s for market orders, closing ones, and without a price', () => {
    expect(maxAtPrice('49.33', { ...limit('61000', ''), type: 'market' }, context)).toBe('49.33');
    expect(maxAtPrice('49.33', { ...limit('61000', ''), action: 'close' }, context)).toBe('49.33');
    expect(maxAtPrice('49.33', limit('', ''), context)).toBe('49.33');
  });
});

describe('what keeps the largest size from being larger', () => {
  test.each([
    ['the funds', '81.6', limit('60000', ''), {}, 'balance'],
    ['nothing at all', '0', limit('60000', ''), { funds: 0n }, 'balance'],
    ['the tier of the leverage', '960', limit('60000', ''), { leverage: 100, pendingLots: lots(40) }, 'leverage'],
    ['the size of a limit order', '10000', limit('60000', ''), { leverage: 1 }, 'orderType'],
    ['the asks within the band', '40', { ...limit('', ''), type: 'market' }, {}, 'book'],
    ['the position', '3', { ...limit('60000', ''), action: 'close' }, {}, 'position'],
  ] as const)('%s', (_, most, fields, changed, expected) => {
    expect(maxReason(most, fields, { ...context, ...changed })).toBe(expected);
  });
});

describe('edits', () => {
  test('a comma is a point, digits beyond the step are cut', () => {
    expect(fieldsAfter({ kind: 'price', typed: '60000,19' }).price).toBe('60000.1');
    expect(fieldsAfter({ kind: 'size', typed: '1.239' }).size).toBe('1.23');
  });

  test('the price follows the market until it is touched', () => {
    const following = fieldsAfter({ kind: 'follow', last: '60000' });
    expect(following.price).toBe('60000');
    expect(edited(following, { kind: 'follow', last: '60000' }, steps)).toBe(following);
    expect(edited(limit('59000', ''), { kind: 'follow', last: '60000' }, steps).price).toBe('59000');
  });

  test('a size changes its unit and stays the same', () => {
    const coins = limit('60000', '12.5', { kind: 'unit', unit: 'coins' });
    expect(coins.size).toBe('0.125');
    expect(contractsOfSize(coins, steps)).toBe('12.5');
    expect(edited(coins, { kind: 'unit', unit: 'contracts' }, steps).size).toBe('12.5');
  });

  test('the slider takes a share of the largest size in whole lots, in the unit shown', () => {
    const share: PerpetualEdit = { kind: 'percent', percent: 25, maxContracts: '49.33' };
    expect(fieldsAfter(share).size).toBe('12.33');
    expect(fieldsAfter({ kind: 'unit', unit: 'coins' }, share).size).toBe('0.1233');
    expect(fieldsAfter({ kind: 'percent', percent: 0, maxContracts: '49.33' }).size).toBe('');
  });

  test('a level of the book gives its price, on request with the size up to it, and turns market into limit', () => {
    const picked = fieldsAfter({ kind: 'type', type: 'market' }, { kind: 'pick', price: '60010.17', coins: '0.1' });
    expect(picked).toMatchObject({ type: 'limit', price: '60010.1', size: '10' });
  });

  test('what is sent is gone; another market keeps the arrangement', () => {
    const fields = limit('60000', '5', { kind: 'position', position: 'short' });
    expect(edited(fields, { kind: 'sent' }, steps)).toMatchObject({ price: '60000', size: '' });
    expect(forAnotherMarket(fields)).toMatchObject({ price: '', size: '', position: 'short' });
  });

  test('a price that follows the market makes no other order of the same fields', () => {
    const sent = edited(
      edited(emptyPerpetualFields, { kind: 'size', typed: '2' }, steps),
      { kind: 'follow', last: '60000' },
      steps,
    );
    const followed = edited(sent, { kind: 'follow', last: '60001' }, steps);
    expect(isSameOrder(sent, followed)).toBe(true);
    expect(isSameOrder(sent, edited(followed, { kind: 'size', typed: '3' }, steps))).toBe(false);
    expect(isSameOrder(sent, edited(followed, { kind: 'price', typed: '60001' }, steps))).toBe(false);
  });

  test('the four legal pairs of side and position', () => {
    const pairs = (['open', 'close'] as const).flatMap((action) =>
      (['long', 'short'] as const).map((position) => sideOf({ action, position })),
    );
    expect(pairs).toEqual(['buy', 'sell', 'sell', 'buy']);
  });
});

describe('what an order costs and does', () => {
  test('an isolated limit buy above the mark, as the engine freezes it', () => {
    const { cost, after: then } = draftOf(limit('60000', '12.5'), context);
    expect(cost && [cost.initialMargin, cost.fee, cost.openLoss, cost.cost].map((money) => textOf(money))).toEqual([
      '750',
      '3.75',
      '6.25',
      '760',
    ]);
    // (7500 - 750) / (0.125 x (1 - 0.0045)), floored to the tick
    expect(priceOf(instrument, then?.liquidationTicks ?? null)).toBe('54244');
  });

  test('a market order walks the book up to the price limit', () => {
    const fields = fieldsAfter({ kind: 'type', type: 'market' }, { kind: 'size', typed: '20' });
    const draft = draftOf(fields, context);
    expect(draft.walk).toMatchObject({ lots: lots(20), deepestTicks: ticks(60_020) });
    expect(warningKeys(fields)).toEqual([]);
    expect(warningKeys(fields, { maxBuyTicks: ticks(60_015) })).toEqual(['thinBook']);
    expect(draftOf(fields, { ...context, asks: [] }).cost).toBeNull();
  });

  test('in cross mode the whole account decides where it ends', () => {
    const account = { cash: unitsOf('5000'), isolatedFreeze: 0n, crossFreeze: 0n };
    const cross = { ...context, mode: 'cross' as const };
    expect(draftOf(limit('60000', '12.5'), cross).after).toBeNull();
    const then = draftOf(limit('60000', '12.5'), { ...cross, account }).after;
    expect(then?.liquidationTicks).toBeLessThan(ticks(54_244));
  });

  test('take-profit and stop-loss are estimated with both fees', () => {
    const fields = limit(
      '60000',
      '10',
      { kind: 'hasLegs', hasLegs: true },
      { kind: 'leg', name: 'tp', leg: { trigger: '63000', price: '', source: 'last' } },
    );
    const { exits } = draftOf(fields, context);
    // 0.1 x 3000 less 0.05 % of 6000 and of 6300
    expect(exits.tp && textOf(exits.tp.pnl)).toBe('293.85');
    expect(exits.sl).toBeNull();
  });

  test('closing shows the profit of the part that is closed', () => {
    const held = { lots: lots(10), cost: unitsOf('5900'), margin: unitsOf('590') };
    const fields = fieldsAfter(
      { kind: 'action', action: 'close' },
      { kind: 'price', typed: '60000' },
      { kind: 'size', typed: '5' },
    );
    const { close, cost } = draftOf(fields, { ...context, held });
    expect(cost).toBeNull();
    expect(close && [textOf(close.pnl), textOf(close.fee)]).toEqual(['50', '1.5']);
  });
});

describe('what the server would refuse', () => {
  test.each([
    ['', '', ['price priceRequired', 'size sizeRequired']],
    ['60000', '0.005', ['size sizeRequired']],
    ['60000', '10000.01', ['size max']],
    ['60000', '90', ['size insufficient']],
    ['60000', '80', []],
  ])('price %s, size %s: %j', (price, size, expected) => {
    expect(issueKeys(limit(price, size))).toEqual(expected);
  });

  test('a leverage that so large a position may not have', () => {
    expect(issueKeys(limit('60000', '1000.01'), { leverage: 100, funds: null })).toEqual(['size tier']);
    expect(issueKeys(limit('60000', '10'), { leverage: 100, pendingLots: lots(995), funds: null })).toEqual([
      'size tier',
    ]);
    expect(issueKeys(limit('60000', '5001'), { funds: null })).toEqual(['size positionLimit']);
  });

  test('closing needs something to close that no other order closes', () => {
    const close = limit('60000', '5', { kind: 'action', action: 'close' }, { kind: 'size', typed: '5' });
    expect(issueKeys(close)).toEqual(['size nothingToClose']);
    expect(issueKeys(close, { closableLots: lots(4) })).toEqual(['size closable']);
    expect(issueKeys(close, { closableLots: lots(5) })).toEqual([]);
  });

  test('a trigger needs a price that is not there yet', () => {
    const trigger = (typed: string) =>
      fieldsAfter({ kind: 'type', type: 'trigger' }, { kind: 'size', typed: '1' }, { kind: 'triggerPrice', typed });
    expect(issueKeys(trigger(''))).toEqual(['triggerPrice triggerRequired']);
    expect(issueKeys(trigger('60000'))).toEqual(['triggerPrice triggerNow']);
    expect(issueKeys(trigger('60001'))).toEqual([]);
  });

  test('a take-profit below and a stop-loss above the price of a long', () => {
    const leg = (name: 'tp' | 'sl', trigger: string, position: 'long' | 'short' = 'long') =>
      limit(
        '60000',
        '1',
        { kind: 'position', position },
        { kind: 'hasLegs', hasLegs: true },
        { kind: 'leg', name, leg: { trigger, price: '', source: 'last' } },
      );
    expect(issueKeys(leg('tp', '59000'))).toEqual(['tp legAbove']);
    expect(issueKeys(leg('sl', '61000'))).toEqual(['sl legBelow']);
    expect(issueKeys(leg('tp', '61000', 'short'))).toEqual(['tp legBelow']);
    expect(issueKeys(leg('tp', '61000'))).toEqual([]);
  });
});

describe('what may be a mistake', () => {
  test('a price beyond the limit of the market', () => {
    expect(warningKeys(limit('61200.1', '1'))).toEqual(['maxPrice']);
    expect(warningKeys(limit('58799.9', '1', { kind: 'position', position: 'short' }))).toEqual(['minPrice']);
    expect(warningKeys(limit('61200', '1'))).toEqual([]);
  });

  test('a post-only order that would take', () => {
    expect(warningKeys(limit('60010', '1', { kind: 'execution', execution: 'post_only' }))).toEqual([
      'terminal:guard.wouldTake',
    ]);
    expect(warningKeys(limit('60009.9', '1', { kind: 'execution', execution: 'post_only' }))).toEqual([]);
  });

  test('a stop that lies beyond the liquidation price', () => {
    const stop = (trigger: string) =>
      limit(
        '60000',
        '12.5',
        { kind: 'hasLegs', hasLegs: true },
        { kind: 'leg', name: 'sl', leg: { trigger, price: '', source: 'mark' } },
      );
    expect(warningKeys(stop('54244'))).toEqual(['stopTooFar']);
    expect(warningKeys(stop('54244.1'))).toEqual([]);
  });
});

describe('the call', () => {
  const request = (fields: PerpetualFields) => requestOf(fields, 'BTC_USDT', 'cross', steps);

  test('sizes go out in contracts, options as types', () => {
    const ioc = limit(
      '60000',
      '0.125',
      { kind: 'unit', unit: 'coins' },
      { kind: 'size', typed: '0.125' },
      { kind: 'execution', execution: 'ioc' },
    );
    expect(request(ioc)).toEqual({
      market: 'BTC_USDT',
      mode: 'cross',
      side: 'buy',
      position: 'long',
      type: 'ioc',
      price: '60000',
      sz: '12.5',
      reduce_only: false,
    });
  });

  test('a close is reduce-only and carries no legs', () => {
    const close = limit(
      '60000',
      '1',
      { kind: 'hasLegs', hasLegs: true },
      { kind: 'action', action: 'close' },
      { kind: 'size', typed: '1' },
    );
    expect(request(close)).toMatchObject({ side: 'sell', position: 'long', reduce_only: true });
    expect(request(close)).not.toHaveProperty('tp_trigger_price');
  });

  test('a trigger at market has no price', () => {
    const trigger = fieldsAfter(
      { kind: 'type', type: 'trigger' },
      { kind: 'size', typed: '1' },
      { kind: 'triggerPrice', typed: '61000' },
      { kind: 'triggerBy', source: 'mark' },
    );
    expect(request(trigger)).toMatchObject({ type: 'trigger', trigger_price: '61000', trigger_px_type: 'mark' });
    expect(request(trigger)).not.toHaveProperty('price');
  });
});
