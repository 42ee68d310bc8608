import {
  type EngineEvent,
  EventKind,
  OrderState,
  PositionSide,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, expect, it } from 'vitest';
import { catalogInstrument } from '../../catalog/perpetual-catalog.ts';
import { LiveViewGap } from '../live-view-gap.ts';
import { PerpetualMarketState } from './market-state.ts';
import { PerpetualView } from './perpetual-view.ts';
import type { OrderRecord, PositionRecord } from './records.ts';

const alice = 7;
const instrument = catalogInstrument(
  {
    id: 1001,
    name: 'BTC_USDT',
    settleAsset: 2,
    contractValue: '0.01',
    lotSize: '0.01',
    tickSize: '0.1',
    minSize: '0.01',
    maxLimitSize: '10000',
    maxMarketSize: '2000',
    priceMax: '1000000',
    makerFee: '0.0002',
    takerFee: '0.0005',
    bandX: '0.02',
    bandY: '0.02',
    bandZ: '0.05',
    fundingCap: '0.00375',
    fundingInterest: '0.0001',
    fundingDamper: '0.0005',
    fundingIntervalMs: 28_800_000,
    impactNotional: '20000',
    staleHaircut: '0.01',
    ordersMax: 500,
    algosMax: 100,
    tiers: [{ maxSize: '1000', mmr: '0.004', maxLeverage: 100 }],
    listedAtMs: 0,
    status: 'open',
  },
  { ticker: 'BTC', label: 'Bitcoin' },
  'USDT',
  2,
);

let view: PerpetualView;
let state: PerpetualMarketState;
let told: string[];

beforeEach(() => {
  view = new PerpetualView();
  state = new PerpetualMarketState(instrument);
  const nothing = { orders: [], algos: [], positions: [], accounts: [], leverages: [] };
  view.restore({ position: '0-0', seq: 0, markets: [state], ...nothing });
  told = [];
  view.watchUser(alice, {
    onOrder: (event, { id }) => told.push(`order ${id} ${event}`),
    onAlgo: (event, { id }) => told.push(`algo ${id} ${event}`),
    onPositions: (changes) => told.push(...changes.map(({ event, position }) => `position ${position.id} ${event}`)),
    onAccount: (seq) => told.push(`account ${seq}`),
    onNotice: () => told.push('notice'),
    onMarks: () => told.push('marks'),
  });
});

function order(changes: Partial<OrderRecord>): OrderRecord {
  return {
    kind: EventKind.orderChanged,
    user: alice,
    orderId: 1,
    market: 1001,
    side: Side.buy,
    position: PositionSide.long,
    state: OrderState.live,
    isResting: true,
    priceTicks: 600_000,
    lots: 10,
    filledLots: 0,
    ...changes,
  } as OrderRecord;
}

function position(changes: Partial<PositionRecord>): PositionRecord {
  return {
    kind: EventKind.positionChanged,
    user: alice,
    positionId: 5,
    market: 1001,
    lots: 4,
    ...changes,
  } as PositionRecord;
}

function account(): EngineEvent {
  return { kind: EventKind.accountChanged, user: alice, cash: 1n, crossFreeze: 0n, isolatedFreeze: 0n };
}

/** Applies one command's events. */
function command(...events: EngineEvent[]): void {
  const done = { kind: EventKind.commandDone, user: alice, index: 0, code: 0, repeated: false, op: 1 } as EngineEvent;
  view.beginEntry(1_700_000_000_000, view.seq + 1, 1);
  for (const event of [...events, done]) view.apply(event);
  view.endEntry(`1700000000000-${view.seq}`);
}

function levels(): number[][] {
  const found: number[][] = [];
  state.bids.walk((ticks, lots) => found.push([ticks, lots]) > 0);
  return found;
}

it('keeps what rests of an order on the book, whatever happens to it', () => {
  command(order({}));
  expect(levels()).toEqual([[600_000, 10]]);
  command(order({ filledLots: 4, state: OrderState.partiallyFilled }));
  expect(levels()).toEqual([[600_000, 6]]);
  command(order({ filledLots: 4, priceTicks: 599_990, lots: 12 }));
  expect(levels()).toEqual([[599_990, 8]]);
  command(order({ filledLots: 4, state: OrderState.closed, isResting: false, priceTicks: 599_990, lots: 12 }));
  expect(levels()).toEqual([]);
  expect(view.orders.size).toBe(0);
  expect(told).toEqual(['order 1 1', 'order 1 2', 'order 1 2', 'order 1 3']);
});

it('reports orders first, then positions, then the account, once a command', () => {
  command(order({ state: OrderState.filled, isResting: false }), position({}), account());
  command(position({ lots: 2 }), account());
  command(position({ lots: 0 }), account());
  const first = ['order 1 3', 'position 5 1', 'account 1'];
  expect(told).toEqual([...first, 'position 5 2', 'account 2', 'position 5 3', 'account 3']);
});

it('reports moved marks only to users who hold something there', () => {
  const priced = { kind: EventKind.marketPriced, user: 0, market: 1001, markTicks: 600_000 } as EngineEvent;
  command(priced);
  expect(told).toEqual([]);
  command(position({}), account());
  told = [];
  command(priced);
  expect(told).toEqual(['marks']);
});

it('has trades of the book on the tape, and no takeovers', () => {
  const trade = { kind: EventKind.traded, user: 0, market: 1001, takerUser: 8, makerUser: 9, takerSide: Side.buy };
  const tradeOf = (tradeId: number, tradeKind: TradeKind, priceTicks: number) =>
    ({ ...trade, tradeId, tradeKind, priceTicks, lots: 3 }) as EngineEvent;
  command(
    tradeOf(1, TradeKind.book, 600_000),
    tradeOf(2, TradeKind.takeover, 500_000),
    tradeOf(3, TradeKind.liquidation, 590_000),
  );
  expect(state.trades.newest(10).map(({ id }) => id)).toEqual([3, 1]);
  expect(state.trades.newest(10, 1).map(({ id }) => id)).toEqual([3]);
  expect(state.lastPrice).toBe(590_000);
  expect(state.candles.newest(60)).toMatchObject({ low: 590_000, close: 590_000 });
});

it('notices that events are missing', () => {
  command(order({}));
  expect(() => view.beginEntry(1_700_000_000_000, 3, 1)).toThrow(LiveViewGap);
  expect(() => view.apply(order({ orderId: 2, market: 1009 }))).toThrow(LiveViewGap);
});
