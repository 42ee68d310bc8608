import { CashReason, EventKind, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, carol, codeOf, Exchange, eventsOf, unit } from '../../../testing/perpetual/exchange.ts';

const dave = 104;
const { isolated } = MarginMode;
let exchange: Exchange;

/** Units of money of a figure in USDT with 8 decimals. */
function usdt(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * unit + BigInt(fraction.padEnd(8, '0'));
}

/** Three trades between four users: opened, closed in part, in both modes, as maker and as taker. */
function tradeThrice(): ReturnType<Exchange['send']>[] {
  exchange.leverage(alice, 10, isolated);
  exchange.leverage(carol, 5);
  exchange.leverage(dave, 20, isolated, PositionSide.short);
  exchange.sell(bob, 600_000, 1000);
  const first = exchange.buy(alice, 600_000, 1000, { mode: isolated });
  exchange.closeLong(alice, 601_007, 333, { mode: isolated });
  const second = exchange.buy(carol, 601_007, 333);
  exchange.closeShort(bob, 599_501, 200);
  const third = exchange.sell(dave, 599_501, 200, { mode: isolated });
  return [first, second, third];
}

beforeEach(() => {
  exchange = new Exchange();
  exchange.fund(alice, 2000);
  exchange.fund(bob, 20_000);
  exchange.fund(carol, 3000);
  exchange.fund(dave, 5000);
});

describe('fills', () => {
  it('charge and realise to the last unit', () => {
    const trades = tradeThrice().flatMap((events) => eventsOf(events, EventKind.traded));
    expect(trades).toMatchObject([
      { takerFee: usdt('3'), makerFee: usdt('1.2') },
      { takerFee: usdt('1.00067666'), makerFee: usdt('0.40027067'), makerPnl: usdt('3.35331') },
      { takerFee: usdt('0.599501'), makerFee: usdt('0.2398004'), makerPnl: usdt('0.998') },
    ]);
    expect(exchange.account(alice).cash).toBe(usdt('1599.75303933'));
    expect(exchange.account(bob).cash).toBe(usdt('19999.5581996'));
    expect(exchange.account(carol).cash).toBe(usdt('2998.99932334'));
    expect(exchange.account(dave).cash).toBe(usdt('4939.450399'));
    expect(exchange.position(alice, isolated)).toMatchObject({ lots: 667, cost: usdt('4002'), margin: usdt('400.2') });
    expect(BigInt(exchange.shard.fees)).toBe(usdt('6.44024873'));
  });

  it('report every movement of cash, and of margin, with its reason', () => {
    const [, second = []] = tradeThrice();
    const moved = eventsOf(second, EventKind.cashMoved).filter(({ user }) => user === alice);
    expect(moved.map(({ reason, delta }) => [reason, delta])).toEqual([
      [CashReason.margin, usdt('199.8')],
      [CashReason.realisedPnl, usdt('3.35331')],
      [CashReason.fee, -usdt('0.40027067')],
    ]);
    expect(moved.at(-1)?.after).toBe(exchange.account(alice).cash);
  });

  it('count open interest, and hold a long and a short of one user side by side', () => {
    tradeThrice();
    expect(exchange.market().openInterestLots).toBe(1000);
    expect(codeOf(exchange.sell(bob, 600_100, 10))).toBe(0);
    expect(codeOf(exchange.buy(carol, 600_100, 10))).toBe(0);
    exchange.sell(alice, 600_200, 5, { mode: isolated });
    exchange.buy(carol, 600_200, 5);
    expect(exchange.position(alice, isolated, PositionSide.long)).toMatchObject({ lots: 667 });
    expect(exchange.position(alice, isolated, PositionSide.short)).toMatchObject({ lots: 5, leverage: 3 });
    expect(exchange.market().openInterestLots).toBe(1015);
  });
});
