/** Four markets like the demo's, users with ample money, and a shard that takes commands one by one or in entries. */
import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { perpetualCore } from '@pelican/engine/src/core/perpetual/perpetual-core.ts';
import type { PerpetualShard } from '@pelican/engine/src/core/perpetual/state.ts';
import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import {
  type Command,
  type CommandOf,
  type InstrumentSettings,
  Op,
  OrderKind,
  PriceSource,
  writeCommand,
} from '@pelican/shared/engine/perpetual';
import { perpetualShard } from '../../support/shards.ts';
import { clientIdOf } from '../shared/client-ids.ts';

export const core = perpetualCore(perpetualShard.id);
const asset = 1;
const sender = 1;
export const firstSecond = 1_700_000_000;

/** Coins of a contract, price of a tick (times 10^8), where the price starts (ticks) and the tiers' first mmr. */
const listings = [
  { id: 1001, name: 'BTC_USDT', contractValue: 1_000_000, tickSize: 10_000_000, startTicks: 100_000, mmr: 400_000 },
  { id: 1002, name: 'ETH_USDT', contractValue: 10_000_000, tickSize: 1_000_000, startTicks: 300_000, mmr: 400_000 },
  { id: 1003, name: 'SOL_USDT', contractValue: 100_000_000, tickSize: 1_000_000, startTicks: 15_000, mmr: 650_000 },
  { id: 1004, name: 'XRP_USDT', contractValue: 10_000_000_000, tickSize: 10_000, startTicks: 5_200, mmr: 650_000 },
];
export const markets = listings.map(({ id, startTicks }) => ({ id, startTicks }));

function settingsOf(listing: (typeof listings)[number]): InstrumentSettings {
  const { id, name, contractValue, tickSize, mmr } = listing;
  return {
    kind: 'instrument',
    id,
    name,
    settleAsset: asset,
    contractValue,
    tickSize,
    lotSize: 1_000_000,
    minLots: 1,
    maxLimitLots: 1_000_000,
    maxMarketLots: 200_000,
    priceMaxTicks: 10_000_000,
    makerRate: 20_000,
    takerRate: 50_000,
    bandX: 2_000_000,
    bandY: 2_000_000,
    bandZ: 5_000_000,
    fundingCap: 375_000,
    fundingInterest: 10_000,
    fundingDamper: 50_000,
    fundingIntervalMs: 28_800_000,
    impactNotional: 2_000_000_000_000,
    staleHaircut: 1_000_000,
    ordersMax: 1_000_000,
    algosMax: 100,
    tiers: [
      { maxLots: 100_000, mmr, maxLeverage: 50 },
      { maxLots: 500_000, mmr: 1_000_000, maxLeverage: 40 },
      { maxLots: 5_000_000, mmr: 2_000_000, maxLeverage: 20 },
    ],
    listedAtMs: 0,
    status: 'open',
  };
}

/** A million USDT each. */
const funds = 100_000_000_000_000n;

export type NewOrder = Pick<
  CommandOf<typeof Op.placeOrder>,
  'user' | 'market' | 'mode' | 'side' | 'position' | 'type' | 'priceTicks' | 'lots'
>;

let lastOrdinal = 0;

export function orderCommand(order: NewOrder): Command {
  return {
    kind: Op.placeOrder,
    reduceOnly: false,
    selfTrade: 0,
    tpTriggerTicks: 0,
    tpOrderTicks: 0,
    tpTriggerBy: PriceSource.last,
    slTriggerTicks: 0,
    slOrderTicks: 0,
    slTriggerBy: PriceSource.mark,
    clientId: clientIdOf(++lastOrdinal),
    source: '',
    ...order,
    priceTicks: order.type === OrderKind.market ? 0 : order.priceTicks,
  };
}

export function tickCommand(n: number, indexTicks: readonly number[]): Command {
  const prices = markets.map(({ id }, at) => ({ market: id, indexTicks: indexTicks[at], sources: [] }));
  return { kind: Op.tick, user: 0, n, prices: JSON.stringify(prices) };
}

export class PerpetualUnderBench {
  readonly shard: PerpetualShard = core.create();
  readonly out = new EventWriter(1 << 20);
  /** The second that the world is at. */
  n = firstSecond;
  readonly #writer = new ByteWriter(1 << 16);
  #counter = 0;

  /** `amount` is what each user gets; all together must stay below 2^62. */
  constructor(users: readonly number[], amount = funds) {
    this.apply(configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 }));
    for (const listing of listings) this.apply(configure(settingsOf(listing)));
    users.forEach((user, at) => {
      this.apply({ kind: Op.transferIn, user, asset, transferId: at + 1, amount });
    });
    const start = markets.map(({ startTicks }) => startTicks);
    this.apply(tickCommand(this.n, start));
  }

  /** Whether the last command, a tick or a continueRound, left work: the end of its answer, which is the newest record. */
  get isPending(): boolean {
    return this.out.view.getFloat64(this.out.length - 8, true) === 1;
  }

  apply(command: Command): void {
    this.applyEntry(encodeEntry(this.#writer, [command], sender, ++this.#counter));
  }

  applyEntry(entry: Uint8Array): void {
    core.applyEntry(this.shard, entry, this.n * 1000, this.out);
  }
}

function configure(settings: object): Command {
  return { kind: Op.configure, user: 0, settings: JSON.stringify(settings) };
}

/** The bytes are only good until the writer's next entry. */
export function encodeEntry(
  writer: ByteWriter,
  commands: readonly Command[],
  from: number,
  counter: number,
): Uint8Array {
  startEntry(writer, perpetualShard.id, from, counter);
  for (const command of commands) writeCommand(writer, command);
  finishEntry(writer, commands.length);
  return writer.bytes.subarray(0, writer.length);
}
