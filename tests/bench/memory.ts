/**
 * npm run bench -- memory [--users N] [--assets N] [--resting N] [--ids N]
 *
 * Fills the spot shard's core with users, balances, resting orders and client ids, one kind after the other, and measures
 * what each adds to the memory of the process. The last line is JSON.
 */

import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { ByteWriter, commandDoneKind, commandDoneLength, finishEntry, startEntry } from '@pelican/shared/engine';
import { type Command, Op, OrderType, Side, TimeInForce, writeCommand } from '@pelican/shared/engine/spot';
import { spotShard } from '../support/shards.ts';
import { clientIdOf } from './shared/client-ids.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    assets: { type: 'string', default: '10' },
    resting: { type: 'string', default: '100000' },
    ids: { type: 'string', default: '10000000' },
  },
});
const [users, assets, resting, ids] = [values.users, values.assets, values.resting, values.ids].map(Number) as [
  number,
  number,
  number,
  number,
];

applyV8Settings();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const market = 1;
const commandsPerEntry = 256;
const day = 24 * 60 * 60 * 1000;
const core = spotCore(spotShard.id);
const shard = core.create();
const out = new EventWriter(1 << 20);
const entry = new ByteWriter(1 << 16);
let timeMs = 1_800_000_000_000;
let counter = 0;
let packed = 0;

function send(command: Command): void {
  if (packed === 0) startEntry(entry, spotShard.id, 1, ++counter);
  writeCommand(entry, command);
  if (++packed === commandsPerEntry) flush();
}

/** @throws Error when the core refuses a command: the figures would be of something else */
function flush(): void {
  if (packed === 0) return;
  finishEntry(entry, packed);
  packed = 0;
  core.applyEntry(shard, entry.bytes.subarray(0, entry.length), timeMs, out);
  for (let at = 32; at < out.length; at += out.view.getUint16(at, true)) {
    if (out.view.getUint8(at + 2) !== commandDoneKind) continue;
    const code = out.view.getUint16(at + 10, true);
    if (code !== 0) throw new Error(`a command was refused with code ${code} (${commandDoneLength})`);
  }
}

/** What the process holds, garbage collected: all memory that was touched, room for growth included. */
function residentBytes(): number {
  collect();
  collect();
  return process.memoryUsage().rss;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a stage; returns how much memory each of `count` things has added. */
function measured(what: string, count: number, fill: () => void): number {
  const before = residentBytes();
  const startedMs = performance.now();
  fill();
  flush();
  const seconds = (performance.now() - startedMs) / 1000;
  const bytes = residentBytes() - before;
  const each = Math.round(bytes / count);
  say(
    `${what}: ${count.toLocaleString('en')} in ${seconds.toFixed(1)} s, ${(bytes / 2 ** 20).toFixed(0)} MB, ${each} B each`,
  );
  return each;
}

function listMarkets(): void {
  for (let id = 1; id <= assets; id++) configure({ kind: 'asset', id, ticker: `A${id}`, scale: 8 });
  const steps = { lotBaseUnits: 1, tickLotQuoteUnits: 1, amountMinLots: 0, amountMaxLots: 2 ** 20, totalMin: 0 };
  const rates = { makerFeePpm: 1000, takerFeePpm: 2000, serviceFeePpm: 0, serviceFeeBuyPpm: 0, gstPpm: 0, tdsPpm: 0 };
  const terms = { priceMaxTicks: 2 ** 20, priceBandPpm: 0, tax: 'none', status: 'open', selfTrade: 'allow' };
  configure({ kind: 'market', id: market, name: 'A2_A1', base: 2, quote: 1, ...steps, ...rates, ...terms });
  flush();
}

function configure(settings: object): void {
  send({ op: Op.configure, user: 0, settings } as Command);
}

/** Deposits of a year: the keys of all but the last week's transfers are forgotten on the way. */
function fund(): void {
  let transferId = 0;
  const perStep = Math.ceil((users * assets) / 365);
  for (let user = 1; user <= users; user++) {
    for (let asset = 1; asset <= assets; asset++) {
      send({ op: Op.transferIn, user, asset, transferId: ++transferId, amount: 1_000_000 });
      if (transferId % perStep === 0) timeMs += day;
    }
  }
}

function rest(): void {
  for (let n = 0; n < resting; n++) place((n % users) + 1, 1000 + (n % 1000), TimeInForce.gtc, '');
}

/** Orders of one day, each with an id in the form of the web client's, that find nobody to trade with. */
function sendIds(): void {
  const perStep = Math.ceil(ids / (day - 1));
  for (let n = 0; n < ids; n++) {
    place((n % users) + 1, 1, TimeInForce.ioc, clientIdOf(n));
    if (n % perStep === 0) timeMs++;
  }
}

function place(user: number, priceTicks: number, timeInForce: TimeInForce, clientId: string): void {
  const plain = { market, side: Side.buy, type: OrderType.limit, postOnly: false, amount: 1, amountIsQuote: false };
  send({ op: Op.placeOrder, user, ...plain, timeInForce, priceTicks, clientId, source: 'web' });
}

listMarkets();
const started = residentBytes();
const bytesPerUser = measured(`users with ${assets} assets each`, users, fund);
const bytesPerRestingOrder = measured('resting orders', resting, rest);
const bytesPerClientId = measured('client ids', ids, sendIds);
const residentMegabytes = Math.round(residentBytes() / 2 ** 20);
say(`the process: ${residentMegabytes} MB, of which ${Math.round(started / 2 ** 20)} MB before the first user`);
say(
  JSON.stringify({
    bench: 'memory',
    users,
    assetsPerUser: assets,
    restingOrders: resting,
    clientIds: ids,
    bytesPerUser,
    bytesPerRestingOrder,
    bytesPerClientId,
    residentMegabytes,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
