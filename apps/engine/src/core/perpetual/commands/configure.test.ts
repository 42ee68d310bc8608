import { MarginMode, MarketState, Op, RejectCode } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, btc, btcUsdt, codeOf, dollar, Exchange, eth } from '../../../testing/perpetual/exchange.ts';
import { decodeSnapshot, encodeSnapshot } from '../snapshot.ts';

const price = 60_000 * dollar;
const { isolated } = MarginMode;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob]) exchange.fund(user, 100_000);
});

const configure = (settings: object) =>
  exchange.answer({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) }).code;

describe('configuring', () => {
  it('an instrument of an older journal, without a haircut, has 1%', () => {
    expect(configure({ ...btcUsdt, staleHaircut: undefined })).toBe(RejectCode.none);
    expect(exchange.market().settings.staleHaircut).toBe(1_000_000);
  });

  it('refuses a maintenance margin below three ticks of price, and does not begin with an index that is', () => {
    const tiers = (mmr: number) => [{ maxLots: 1000, mmr, maxLeverage: 100 }];
    expect(exchange.list({ tiers: tiers(501) }).code).toBe(RejectCode.none);
    exchange.index(600_000);
    expect(exchange.list({ tiers: tiers(499) }).code).toBe(RejectCode.invalidSettings);
    expect(exchange.list({ tiers: tiers(500), status: 'closeOnly' }).code).toBe(RejectCode.none);
    exchange.index(500_000);
    // A price that fell since does not bar an operator from halting the market.
    expect(exchange.list({ tiers: tiers(500), status: 'halted' }).code).toBe(RejectCode.none);
    exchange.list({ id: eth, name: 'ETH_USDT', tiers: tiers(500) });
    exchange.index({ [btc]: 500_000, [eth]: 599_999 });
    expect(exchange.market(eth)).toMatchObject({ state: MarketState.stale, indexTicks: 0, markTicks: 0 });
    exchange.index({ [btc]: 500_000, [eth]: 600_000 });
    expect(exchange.market(eth)).toMatchObject({ state: MarketState.open, indexTicks: 600_000 });
  });

  it('lets an account only close, in every market, until it is switched off', () => {
    exchange.sell(bob, price, 1000);
    exchange.buy(alice, price, 1000, { mode: isolated });
    const account = (closeOnly: boolean) => ({ kind: 'account', id: alice, closeOnly });
    expect(configure(account(true))).toBe(RejectCode.none);
    expect(codeOf(exchange.buy(alice, price, 1))).toBe(RejectCode.accountCloseOnly);
    expect(codeOf(exchange.sell(alice, price, 1, { mode: isolated }))).toBe(RejectCode.accountCloseOnly);
    expect(codeOf(exchange.closeLong(alice, price, 1, { mode: isolated }))).toBe(RejectCode.none);
    const copy = decodeSnapshot(exchange.shard.shardId, encodeSnapshot(exchange.shard));
    expect(copy.accounts.get(alice)?.isCloseOnly).toBe(true);
    expect(configure(account(false))).toBe(RejectCode.none);
    expect(codeOf(exchange.buy(alice, price, 1))).toBe(RejectCode.none);
  });
});
