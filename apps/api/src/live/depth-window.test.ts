import { marketScale } from '@pelican/shared/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogMarket } from '../catalog/index.ts';
import { emptyWindow, mergeUnits, nextWindow } from './depth-window.ts';
import { MarketState } from './market-state.ts';

const base = { id: 1, ticker: 'BTC', scale: 8 };
const quote = { id: 2, ticker: 'USDT', scale: 8 };
const listing = { priceStep: '0.01', amountStep: '0.0001', base, quote };
const market = { name: 'BTC_USDT', ...listing, scale: marketScale(listing) } as unknown as CatalogMarket;

describe('a depth window', () => {
  it('is what a client that trims nothing holds after every difference', () => {
    const change = fc.record({
      bid: fc.boolean(),
      price: fc.integer({ min: 1, max: 60 }),
      lots: fc.integer({ min: 1, max: 9 }),
      remove: fc.boolean(),
    });
    const shapes = fc.record({ limit: fc.constantFrom(1, 5, 20), merge: fc.constantFrom('0', '0.1', '1', '0.001') });
    fc.assert(
      fc.property(shapes, fc.array(change, { minLength: 50, maxLength: 400 }), ({ limit, merge }, changes) => {
        const state = new MarketState(market);
        const shape = { limit, merge: mergeUnits(merge, market) };
        const client = { asks: new Map<string, string>(), bids: new Map<string, string>() };
        let window = emptyWindow;
        for (const { bid, price, lots, remove } of changes) {
          const levels = bid ? state.bids : state.asks;
          const ticks = bid ? price : price + 60;
          const held = levels.lotsAt(ticks);
          if (remove && held === 0) continue;
          levels.add(ticks, remove ? -Math.min(held, lots) : lots);
          const next = nextWindow(state, shape, window);
          for (const side of ['asks', 'bids'] as const) {
            for (const [text, amount] of next[side]) {
              if (amount === '0') client[side].delete(text);
              else client[side].set(text, amount);
            }
            const sent = next.window[side].map((level) => [level.priceText, level.amountText]);
            expect([...client[side]].sort()).toEqual(sent.sort());
          }
          window = next.window;
          expect(window).toEqual(nextWindow(state, shape, emptyWindow).window);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('rounds merged asks up and bids down and adds amounts up', () => {
    const state = new MarketState(market);
    state.asks.add(1001, 1);
    state.asks.add(1010, 2);
    state.asks.add(1011, 4);
    state.bids.add(999, 8);
    state.bids.add(991, 16);
    const { window } = nextWindow(state, { limit: 5, merge: mergeUnits('0.1', market) }, emptyWindow);
    const texts = (levels: typeof window.asks) => levels.map((level) => [level.priceText, level.amountText]);
    expect(texts(window.asks)).toEqual([
      ['10.1', '0.0003'],
      ['10.2', '0.0004'],
    ]);
    expect(texts(window.bids)).toEqual([['9.9', '0.0024']]);
  });
});
