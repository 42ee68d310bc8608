import {
  EndReason,
  EventKind,
  LiquidationStage,
  MarginMode,
  MarketState,
  Op,
  PositionSide,
  RejectCode,
  Side,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  btc,
  btcUsdt,
  carol,
  codeOf,
  dollar,
  Exchange,
  eth,
  eventsOf,
  unit,
  usdt,
} from '../../../testing/perpetual/exchange.ts';
import { figuresOf } from '../positions/accounts.ts';

const start = 60_000 * dollar;
const etherStart = 300_000;
const ether = { id: eth, name: 'ETH_USDT', contractValue: 10_000_000, tickSize: 1_000_000 };
const isolated = { mode: MarginMode.isolated };

let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  exchange.list(ether);
  at(start);
  exchange.fund(alice, 100_000);
  exchange.fund(bob, 10_000_000);
  exchange.fund(carol, 10_000);
});

function at(bitcoin: number) {
  return exchange.index({ [btc]: bitcoin, [eth]: etherStart });
}

/** Alice's one lot of ether in a market that is halted then. */
function holdHaltedEther(lots = 1): void {
  exchange.sell(bob, etherStart, lots, { market: eth });
  exchange.buy(alice, etherStart, lots, { market: eth });
  exchange.list({ ...ether, status: 'halted' });
  expect(exchange.market(eth).state).toBe(MarketState.halted);
}

function holdBitcoin(lots: number): void {
  exchange.leverage(alice, 10);
  exchange.sell(bob, start, lots);
  exchange.buy(alice, start, lots);
}

const stagesOf = (events: ReturnType<Exchange['send']>) =>
  eventsOf(events, EventKind.liquidationStep).map(({ stage, market }) => ({ stage, market }));

describe('one lot in a halted market', () => {
  it('does not keep the rest of the cross account from being liquidated', () => {
    holdBitcoin(100_000);
    holdHaltedEther();
    const events = at(start * 0.55);
    expect(stagesOf(events)).toContainEqual({ stage: LiquidationStage.takenOver, market: btc });
    expect(stagesOf(events).filter(({ market }) => market === eth)).toEqual([]);
    expect([...exchange.account(alice).positions.values()].map(({ market }) => market.id)).toEqual([eth]);
    expect(exchange.account(alice).isLiquidating).toBe(true);
  });

  it('stays, and its account in liquidation, until its market is trusted again', () => {
    holdBitcoin(100_000);
    holdHaltedEther();
    at(start * 0.55);
    at(start);
    expect(exchange.account(alice)).toMatchObject({ isLiquidating: true });
    exchange.list(ether);
    const events = at(start);
    expect(stagesOf(events).map(({ market }) => market)).toContain(eth);
    expect(exchange.account(alice).isLiquidating).toBe(false);
  });

  it('counts at its frozen mark: it keeps its share by requirement of what was left', () => {
    holdBitcoin(100_000);
    holdHaltedEther(2000);
    const { cash } = exchange.account(alice);
    const mark = 50_190 * dollar;
    at(mark);
    const account = exchange.account(alice);
    expect([...account.positions.values()].map(({ market }) => market.id)).toEqual([eth]);
    // 10 BTC fell from 60,000; both requirements are 0.45%, of 501,900 and of 6,000 USDT. The dust is the owner's.
    const equity = cash - 98_100n * unit;
    expect(figuresOf(account).equity).toBe(equity - (equity * 501_900n) / 507_900n);
  });
});

describe('the haircut', () => {
  /** The lowest of these marks at which nothing happens yet, for an ether position of half the account. */
  function liquidatedAt(staleHaircut: number): number {
    exchange = new Exchange();
    exchange.list({ ...ether, staleHaircut });
    at(start);
    exchange.fund(alice, 100_000);
    exchange.fund(bob, 10_000_000);
    holdBitcoin(100_000);
    holdHaltedEther(10_000);
    exchange.list({ ...ether, staleHaircut, status: 'halted' });
    for (let bitcoin = start; bitcoin > 0; bitcoin -= 100 * dollar)
      if (stagesOf(at(bitcoin)).length > 0) return bitcoin;
    return 0;
  }

  it('brings the liquidation forward by exactly itself', () => {
    // Ether for 30,000 USDT; the account is bitcoin's 60,000 USDT a lot of ticks: 10 contracts of coin.
    const without = liquidatedAt(0);
    const withTenth = liquidatedAt(10_000_000);
    // A tenth of 30,000 USDT is 3,000 USDT: of 10 bitcoin, 300 USDT of price; the requirement at mark takes its part.
    expect(withTenth - without).toBe(300 * dollar);
  });

  it('decides when, not at what price: shares and bankruptcy price are computed without it', () => {
    const stepsWith = (staleHaircut: number) => {
      exchange = new Exchange();
      exchange.list({ ...ether, staleHaircut });
      at(start);
      exchange.fund(alice, 100_000);
      exchange.fund(bob, 10_000_000);
      holdBitcoin(100_000);
      holdHaltedEther(10_000);
      exchange.list({ ...ether, staleHaircut, status: 'halted' });
      return eventsOf(at(start * 0.8), EventKind.liquidationStep).filter(
        ({ stage }) => stage === LiquidationStage.takenOver,
      );
    };
    const [plain, cut] = [stepsWith(0), stepsWith(10_000_000)];
    expect(plain).toHaveLength(1);
    expect(cut.map(({ bankruptcyTicks, fundDelta }) => ({ bankruptcyTicks, fundDelta }))).toEqual(
      plain.map(({ bankruptcyTicks, fundDelta }) => ({ bankruptcyTicks, fundDelta })),
    );
  });

  it('alone liquidates nothing: a stale market cancels the orders at risk and waits', () => {
    exchange.leverage(alice, 100);
    exchange.fund(carol, 1_000);
    exchange.leverage(carol, 100);
    exchange.sell(bob, start, 150_000);
    exchange.buy(carol, start, 100_000);
    exchange.list({ ...btcUsdt, status: 'halted' });
    const events = at(start);
    expect(stagesOf(events).filter(({ stage }) => stage !== LiquidationStage.ordersCanceled)).toEqual([]);
    expect(exchange.account(carol).isLiquidating).toBe(false);
  });
});

describe('while a cross leg is untrusted', () => {
  beforeEach(() => {
    holdBitcoin(1_000);
    exchange.leverage(alice, 5, MarginMode.isolated);
    exchange.sell(bob, start, 100);
    exchange.buy(alice, start, 100, isolated);
  });

  it('nothing is opened in any market or mode, and closing goes on', () => {
    holdHaltedEther();
    expect(codeOf(exchange.buy(alice, start, 1))).toBe(RejectCode.untrustedLeg);
    expect(codeOf(exchange.buy(alice, start, 1, isolated))).toBe(RejectCode.untrustedLeg);
    expect(codeOf(exchange.closeLong(alice, start, 10))).toBe(RejectCode.none);
    expect(codeOf(exchange.buy(bob, start, 10, { mode: MarginMode.isolated }))).toBe(RejectCode.untrustedLeg);
    expect(codeOf(exchange.buy(carol, start, 10))).toBe(RejectCode.none);
  });

  it('its resting opening order is cancelled before it would be filled, a closing one is filled', () => {
    exchange.buy(alice, start - dollar, 7);
    exchange.closeLong(alice, start + dollar, 9);
    holdHaltedEther();
    const sold = exchange.sell(carol, start - dollar, 1);
    expect(eventsOf(sold, EventKind.traded)).toEqual([]);
    expect(eventsOf(sold, EventKind.orderChanged)).toContainEqual(
      expect.objectContaining({ user: alice, reason: EndReason.riskOrdersCanceled, filledLots: 0 }),
    );
    const bought = exchange.buy(carol, start + dollar, 9, { mode: MarginMode.isolated });
    expect(eventsOf(bought, EventKind.traded)).toMatchObject([{ makerUser: alice, lots: 9 }]);
  });

  it('no cash leaves the account: no transfer out, no margin added, no leverage that takes margin', () => {
    holdHaltedEther();
    const out = { kind: Op.transferOut, user: alice, asset: usdt, transferId: 900, amount: unit } as const;
    expect(exchange.answer(out).code).toBe(RejectCode.untrustedLeg);
    const add = { kind: Op.adjustMargin, user: alice, market: btc, position: PositionSide.long } as const;
    expect(exchange.answer({ ...add, amount: unit }).code).toBe(RejectCode.untrustedLeg);
    expect(exchange.leverage(alice, 3, MarginMode.isolated).code).toBe(RejectCode.untrustedLeg);
    expect(exchange.leverage(alice, 10, MarginMode.isolated).code).toBe(RejectCode.none);
    expect(exchange.answer({ ...add, amount: -1n }).code).toBe(RejectCode.none);
    exchange.list(ether);
    at(start);
    expect(exchange.answer({ ...out, transferId: 901 }).code).toBe(RejectCode.none);
    expect(codeOf(exchange.buy(alice, start, 1, isolated))).toBe(RejectCode.none);
  });

  it('an opening trigger that fires is refused', () => {
    const trigger = {
      side: Side.buy,
      type: 2,
      lots: 5,
      triggerTicks: start + 10,
      triggerOrderTicks: -1,
      triggerBy: 2,
    } as const;
    exchange.algo(alice, trigger);
    holdHaltedEther();
    const events = at(start + 20);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([{ failCode: RejectCode.untrustedLeg }]);
  });
});
