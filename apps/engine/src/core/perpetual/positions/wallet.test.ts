import {
  CashReason,
  EndReason,
  EventKind,
  HouseUser,
  MarginMode,
  Op,
  PositionSide,
  RejectCode,
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
  doneOf,
  Exchange,
  eth,
  eventsOf,
  unit,
  usdt,
} from '../../../testing/perpetual/exchange.ts';

const price = 60_000 * dollar;
const { isolated } = MarginMode;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) exchange.fund(user, 100_000);
});

/** Alice holds a long of 1,000 lots (6,000 USDT) against bob's cross short. */
function openLong(mode: MarginMode = isolated): void {
  exchange.sell(bob, price, 1000);
  exchange.buy(alice, price, 1000, { mode });
}

describe('closing a position', () => {
  const close = (mode: MarginMode = isolated) =>
    exchange.send({ kind: Op.closePosition, user: alice, market: btc, mode, position: PositionSide.long });

  it('cancels its closing orders and sells all of it at the market', () => {
    openLong();
    exchange.closeLong(alice, price + 100, 600, { mode: isolated });
    exchange.buy(carol, price, 1000);
    const events = close();
    expect(doneOf(events)).toMatchObject({ code: RejectCode.none, available: 0 });
    expect(eventsOf(events, EventKind.orderChanged)[0]).toMatchObject({ lots: 600, reason: EndReason.closePosition });
    expect(exchange.position(alice, isolated)).toBeUndefined();
  });

  it('leaves what a thin book leaves, TP and SL with it', () => {
    openLong();
    const stop = { slTriggerTicks: price - 1000, slOrderTicks: -1 };
    exchange.algo(alice, { mode: isolated, ...stop });
    exchange.buy(carol, price, 300);
    expect(doneOf(close())).toMatchObject({ code: RejectCode.none, available: 700 });
    expect(exchange.position(alice, isolated)).toMatchObject({ lots: 700 });
    expect(exchange.algos(alice)).toHaveLength(1);
  });

  it('does nothing without a book, and is refused without a position', () => {
    expect(codeOf(close())).toBe(RejectCode.positionNotFound);
    openLong();
    exchange.closeLong(alice, price + 100, 600, { mode: isolated });
    expect(codeOf(close())).toBe(RejectCode.emptyBook);
    expect(exchange.orders(alice)).toHaveLength(1);
    exchange.list({ status: 'halted' });
    expect(codeOf(close())).toBe(RejectCode.marketClosed);
  });

  it('is as large as the position, whatever a market order may be', () => {
    openLong();
    exchange.list({ maxMarketLots: 100 });
    exchange.buy(carol, price, 1000);
    expect(codeOf(close())).toBe(RejectCode.none);
    expect(exchange.position(alice, isolated)).toBeUndefined();
  });
});

describe('leverage', () => {
  it('of cross margin moves initial margins and freezes at once', () => {
    openLong(MarginMode.cross);
    exchange.buy(alice, price - 100, 1000);
    const events = exchange.send({
      kind: Op.setLeverage,
      user: alice,
      market: btc,
      mode: MarginMode.cross,
      position: PositionSide.short,
      leverage: 10,
      positionVersion: 1,
    });
    expect(codeOf(events)).toBe(RejectCode.none);
    expect(eventsOf(events, EventKind.leverageChanged)).toMatchObject([{ leverage: 10, position: PositionSide.long }]);
    expect(exchange.position(alice)).toMatchObject({ leverage: 10 });
    // 5,999 USDT / 10 and the fee of 2.9995.
    expect(exchange.account(alice).crossFreeze).toBe(60_289_950_000n);
  });

  it('of cross margin is refused when what is left would not suffice', () => {
    const poor = carol + 1;
    exchange.fund(poor, 1000);
    exchange.leverage(poor, 10);
    exchange.sell(bob, price, 1000);
    exchange.buy(poor, price, 1000);
    expect(exchange.leverage(poor, 6).code).toBe(RejectCode.insufficientMargin);
    expect(exchange.position(poor)).toMatchObject({ leverage: 10 });
    expect(exchange.leverage(poor, 7).code).toBe(RejectCode.none);
  });

  it('of an isolated position moves its margin, up and down', () => {
    openLong();
    const before = exchange.account(alice).cash;
    exchange.leverage(alice, 10, isolated);
    expect(exchange.position(alice, isolated)).toMatchObject({ leverage: 10, margin: 600n * unit });
    expect(exchange.account(alice).cash - before).toBe(1400n * unit);
    exchange.leverage(alice, 2, isolated);
    expect(exchange.position(alice, isolated)).toMatchObject({ leverage: 2, margin: 3000n * unit });
    expect(exchange.leverage(alice, 2, isolated)).toMatchObject({ code: RejectCode.none });
  });

  it('of isolated margin waits for pending orders, which are named', () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10, { mode: isolated }));
    expect(exchange.leverage(alice, 10, isolated)).toMatchObject({
      code: RejectCode.pendingIsolatedOrders,
      available: orderId,
    });
    expect(exchange.leverage(alice, 10, isolated, PositionSide.short).code).toBe(RejectCode.none);
  });

  it('is held to the tier of what is held and pends', () => {
    expect(exchange.leverage(alice, 101)).toMatchObject({ code: RejectCode.leverageTooHigh, available: 100 });
    expect(exchange.leverage(alice, 0).code).toBe(RejectCode.outOfRange);
    exchange.fund(alice, 10_000_000);
    exchange.buy(alice, price, 100_001);
    expect(exchange.leverage(alice, 51)).toMatchObject({ code: RejectCode.leverageTooHigh, available: 50 });
  });

  it('is refused for a position that is not as it was shown', () => {
    openLong();
    const set = (positionVersion: number) =>
      exchange.answer({
        kind: Op.setLeverage,
        user: alice,
        market: btc,
        mode: isolated,
        position: PositionSide.long,
        leverage: 5,
        positionVersion,
      }).code;
    expect(set(7)).toBe(RejectCode.stalePreview);
    expect(set(exchange.position(alice, isolated)?.version ?? -2)).toBe(RejectCode.none);
  });
});

describe('margin of an isolated position', () => {
  const adjust = (amount: bigint) =>
    exchange.answer({ kind: Op.adjustMargin, user: alice, market: btc, position: PositionSide.long, amount });

  it('is added and taken out, and moves the liquidation price', () => {
    openLong();
    const before = exchange.position(alice, isolated)?.liquidationTicks ?? 0;
    expect(adjust(500n * unit).code).toBe(RejectCode.none);
    expect(exchange.position(alice, isolated)?.liquidationTicks).toBeLessThan(before);
    // 2,500 less the initial margin at the tier's highest leverage: 60.
    expect(adjust(-2441n * unit)).toMatchObject({ code: RejectCode.marginTooLow, available: Number(2440n * unit) });
    expect(adjust(-2440n * unit).code).toBe(RejectCode.none);
    expect(exchange.position(alice, isolated)).toMatchObject({ margin: 60n * unit });
  });

  it('is refused without a position, beyond what is available, and while isolated orders pend', () => {
    expect(adjust(unit).code).toBe(RejectCode.positionNotFound);
    openLong();
    expect(adjust(0n).code).toBe(RejectCode.outOfRange);
    expect(adjust(98_000n * unit).code).toBe(RejectCode.insufficientMargin);
    const { orderId } = doneOf(exchange.closeLong(alice, price + 100, 5, { mode: isolated }));
    expect(adjust(-unit)).toMatchObject({ code: RejectCode.pendingIsolatedOrders, available: orderId });
    expect(adjust(unit).code).toBe(RejectCode.none);
  });
});

describe('a position that is being liquidated', () => {
  it('takes closing orders and margin, and nothing that opens or takes margin out', () => {
    exchange.fund(alice, 1_000_000);
    exchange.fund(bob, 1_000_000);
    exchange.leverage(alice, 50, isolated);
    exchange.sell(bob, price, 200_000);
    exchange.buy(alice, price, 200_000, { mode: isolated });
    // 20 coins in tier 2: liquidated from 59,125.1 on, but not by tier 1's rate, and nobody is there to buy.
    exchange.index(59_100 * dollar);
    expect(exchange.position(alice, isolated)).toMatchObject({ isLiquidating: true, lots: 200_000 });
    const adjust = (amount: bigint) =>
      exchange.answer({ kind: Op.adjustMargin, user: alice, market: btc, position: PositionSide.long, amount }).code;
    const { liquidating } = RejectCode;
    expect(codeOf(exchange.buy(alice, 59_000 * dollar, 10, { mode: isolated }))).toBe(liquidating);
    expect(exchange.leverage(alice, 40, isolated).code).toBe(liquidating);
    expect(adjust(-unit)).toBe(liquidating);
    expect(codeOf(exchange.closeLong(alice, 59_200 * dollar, 10, { mode: isolated }))).toBe(RejectCode.none);
    expect(adjust(20_000n * unit)).toBe(RejectCode.none);
    exchange.index(59_100 * dollar);
    expect(exchange.position(alice, isolated)).toMatchObject({ isLiquidating: false, lots: 200_000 });
  });
});

describe('transfers', () => {
  const transfer = (
    kind: typeof Op.transferIn | typeof Op.transferOut,
    transferId: number,
    amount: bigint,
    user = alice,
  ) => exchange.send({ kind, user, asset: usdt, transferId, amount });

  it('apply once an id and direction', () => {
    const events = transfer(Op.transferIn, 500, 10n * unit);
    expect(eventsOf(events, EventKind.transferApplied)).toMatchObject([{ transferId: 500, out: false }]);
    expect(eventsOf(events, EventKind.cashMoved)).toMatchObject([
      { reason: CashReason.transferIn, delta: 10n * unit, after: 100_010n * unit, reference: 500 },
    ]);
    expect(doneOf(transfer(Op.transferIn, 500, 10n * unit))).toMatchObject({ repeated: true, orderId: 500 });
    expect(exchange.account(alice).cash).toBe(100_010n * unit);
    expect(codeOf(transfer(Op.transferOut, 500, 10n * unit))).toBe(RejectCode.none);
    expect(exchange.account(alice).cash).toBe(100_000n * unit);
  });

  it('whose id was used for another user, asset or amount are refused and move nothing', () => {
    const content = { user: alice, asset: usdt, transferId: 500, amount: 10n * unit };
    for (const kind of [Op.transferIn, Op.transferOut]) {
      expect(exchange.answer({ kind, ...content }).code).toBe(RejectCode.none);
      const [ofAlice, ofBob] = [exchange.account(alice).cash, exchange.account(bob).cash];
      for (const other of [{ user: bob }, { asset: 9 }, { amount: 11n * unit }]) {
        const events = exchange.send({ kind, ...content, ...other });
        expect(events.map((event) => event.kind)).toEqual([EventKind.commandDone]);
        expect(doneOf(events)).toMatchObject({ code: RejectCode.transferMismatch, repeated: false, orderId: 500 });
      }
      expect([exchange.account(alice).cash, exchange.account(bob).cash]).toEqual([ofAlice, ofBob]);
      expect(exchange.answer({ kind, ...content })).toMatchObject({ code: RejectCode.none, repeated: true });
    }
  });

  it('out are held to what is available, and a refusal is final', () => {
    openLong(MarginMode.cross);
    exchange.buy(carol, price + 1000, 1);
    // 100,000 less the fee of 3 less the initial margin of 2,000.
    expect(doneOf(transfer(Op.transferOut, 501, 97_998n * unit))).toMatchObject({
      code: RejectCode.insufficientBalance,
      available: Number(97_997n * unit),
    });
    exchange.fund(alice, 1000);
    expect(doneOf(transfer(Op.transferOut, 501, 97_998n * unit))).toMatchObject({
      code: RejectCode.insufficientBalance,
      repeated: true,
    });
    expect(codeOf(transfer(Op.transferOut, 502, 98_997n * unit))).toBe(RejectCode.none);
  });

  it('of no asset, no id, no amount are refused', () => {
    const other = { kind: Op.transferIn, user: alice, asset: 9, transferId: 1000, amount: unit } as const;
    expect(exchange.answer(other).code).toBe(RejectCode.unknownAsset);
    expect(codeOf(transfer(Op.transferIn, 0, unit))).toBe(RejectCode.outOfRange);
    expect(codeOf(transfer(Op.transferIn, 2 ** 53, unit))).toBe(RejectCode.outOfRange);
    expect(codeOf(transfer(Op.transferIn, 1001, 0n))).toBe(RejectCode.outOfRange);
    expect(codeOf(transfer(Op.transferIn, 1001, 2n ** 62n))).toBe(RejectCode.outOfRange);
    expect(codeOf(transfer(Op.transferIn, 1002, unit, 0))).toBe(RejectCode.outOfRange);
  });

  it('of the fund are its top-up', () => {
    const events = transfer(Op.transferIn, 503, 50n * unit, HouseUser.fund);
    expect(eventsOf(events, EventKind.fundChanged)).toMatchObject([{ delta: 50n * unit, after: 50n * unit }]);
    expect(exchange.fundCash).toBe(50n * unit);
    expect(codeOf(transfer(Op.transferOut, 504, 51n * unit, HouseUser.fund))).toBe(RejectCode.insufficientBalance);
  });
});

describe('configuring', () => {
  const configure = (settings: object) =>
    exchange.answer({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) }).code;

  it('lists instruments by id, each stale until its first index', () => {
    expect(exchange.list({ id: eth, name: 'ETH_USDT' }).code).toBe(RejectCode.none);
    expect(exchange.list({ id: 1000, name: 'XRP_USDT' }).code).toBe(RejectCode.none);
    expect([...exchange.shard.markets.keys()]).toEqual([1000, btc, eth]);
    expect(codeOf(exchange.buy(alice, price, 1, { market: eth }))).toBe(RejectCode.closeOnly);
    exchange.index({ [btc]: price, [eth]: price });
    expect(codeOf(exchange.buy(alice, price, 1, { market: eth }))).toBe(RejectCode.none);
  });

  it('changes fees and tiers of a traded instrument, but not its steps', () => {
    openLong();
    const before = exchange.position(alice, isolated)?.liquidationTicks ?? 0;
    const tiers = btcUsdt.tiers.map((tier) => ({ ...tier, mmr: tier.mmr + 100_000 }));
    expect(exchange.list({ tiers, takerRate: 60_000 }).code).toBe(RejectCode.none);
    expect(exchange.position(alice, isolated)?.liquidationTicks).toBeGreaterThan(before);
    expect(exchange.list({ tickSize: 100_000_000 }).code).toBe(RejectCode.invalidSettings);
  });

  it('forgets prices of other steps when nothing is held', () => {
    expect(exchange.list({ tickSize: 100_000_000 }).code).toBe(RejectCode.none);
    expect(exchange.market()).toMatchObject({ indexTicks: 0, markTicks: 0, lastTicks: 0 });
  });

  it.each([
    ['no settings at all', []],
    ['a kind that is none', { kind: 'user' }],
    ['a second asset', { kind: 'asset', id: 9, ticker: 'INR', scale: 8 }],
    ['an asset of more decimals than money has', { kind: 'asset', id: usdt, ticker: 'USDT', scale: 9 }],
    ['a name that is missing', { ...btcUsdt, name: undefined }],
    ['a size of zero', { ...btcUsdt, minLots: 0 }],
    ['a rate above one', { ...btcUsdt, takerRate: 100_000_000 }],
    ['a rebate above the taker fee', { ...btcUsdt, makerRate: -50_001 }],
    ['no tiers', { ...btcUsdt, tiers: [] }],
    ['tiers out of order', { ...btcUsdt, tiers: btcUsdt.tiers.toReversed() }],
    ['a tier that liquidates at once', { ...btcUsdt, tiers: [{ maxLots: 10, mmr: 1_000_000, maxLeverage: 100 }] }],
    ['steps that are no whole unit', { ...btcUsdt, id: 1005, contractValue: 1, lotSize: 1, tickSize: 1 }],
    ['a haircut above one', { ...btcUsdt, staleHaircut: 100_000_000 }],
    ['an account of the house', { kind: 'account', id: HouseUser.fund, closeOnly: true }],
    ['an account neither on nor off', { kind: 'account', id: alice, closeOnly: 1 }],
    ['a status that is none', { ...btcUsdt, status: 'closed' }],
  ])('%s is refused', (_, settings) => {
    expect(configure(settings)).toBe(RejectCode.invalidSettings);
  });

  it('an instrument of an asset that is none is refused', () => {
    expect(configure({ ...btcUsdt, settleAsset: 9 })).toBe(RejectCode.unknownAsset);
  });
});
