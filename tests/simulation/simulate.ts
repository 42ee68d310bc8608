/** One run of a simulated world: trading under faults, then peace, then the checks. */
import './sync-files.ts';
import './sync-zlib.ts';
import { type Command, Op } from '@pelican/shared/engine/spot';
import { brokenPromises } from './checks.ts';
import { Traders, traderIds } from './traders.ts';
import { settlePromises, VirtualTime } from './virtual-time.ts';
import { World } from './world.ts';

const startMs = 1_790_000_000_000;
const faultyMs = 4_000;
const peacefulMsMax = 60_000;
const failOverChance = 0.25;

/** Runs the world of a seed. Returns the promises that it broke, a line each. */
export async function simulate(seed: number, log: (text: string) => void = () => undefined): Promise<string[]> {
  const time = new VirtualTime(startMs);
  const uninstall = time.install();
  const world = new World(seed, time, (_, text, details) =>
    log(`${time.nowMs.toFixed(1)} ${text} ${inspect(details)}`),
  );
  try {
    return await runWorld(world, log);
  } catch (error) {
    return [`the run ended with ${error instanceof Error ? error.stack : error}`];
  } finally {
    world.end();
    await settlePromises();
    world.removeFiles();
    uninstall();
  }
}

async function runWorld(world: World, log: (text: string) => void): Promise<string[]> {
  const { time, random } = world;
  const traders = new Traders(random);
  world.start();
  if (!(await time.run(time.nowMs + peacefulMsMax, () => world.api !== undefined)))
    return ['the exchange did not start'];
  for (const command of openingCommands()) {
    const { api } = world;
    if (api) void traders.submit(api.engine, command);
  }
  if (!(await time.run(time.nowMs + peacefulMsMax, () => traders.openCalls === 0))) return ['nothing was answered'];
  let isPeaceful = false;
  const trade = () => {
    if (isPeaceful) return;
    if (world.api) traders.act(world.api.engine);
    time.after(random.integer(1, 120), trade);
  };
  trade();
  planFaults(world, () => isPeaceful, log);
  await time.run(time.nowMs + faultyMs);
  isPeaceful = true;
  makePeace(world);
  log('peace');
  if (!(await answerEveryCall(world, traders))) return ['calls are left without an answer'];
  const isSettled = () => {
    if (world.isHalted || time.nowMs < world.lossNoticedByMs) return false;
    const newest = world.network.server.stream('spot:commands')?.lastId;
    return world.postgres.cursor.position === newest && world.api?.view.position === newest;
  };
  if (!(await time.run(time.nowMs + peacefulMsMax, isSettled)))
    return [
      `not settled: recover-journal ${world.operators.refusal}, journal ${world.network.server.stream('spot:commands')?.lastId}, events ${world.network.server.stream('spot:events')?.lastId}, cursor ${world.postgres.cursor.position}, view ${world.api?.view.position}`,
    ];
  return [...world.faults, ...(await brokenPromises(world, traders.calls))];
}

/** Repeats with their keys the calls without a clear answer, until all have one. */
async function answerEveryCall(world: World, traders: Traders): Promise<boolean> {
  const { time } = world;
  const endMs = time.nowMs + peacefulMsMax;
  while (time.nowMs < endMs) {
    await time.run(endMs, () => world.api !== undefined && traders.openCalls === 0);
    if (traders.unknownCount === 0) return true;
    if (world.api) traders.repeatUnknown(world.api.engine);
    await time.run(time.nowMs + 500);
  }
  return false;
}

/** Assets, a market, and money for everybody. */
function openingCommands(): Command[] {
  const rates = { makerFeePpm: 1_000, takerFeePpm: 2_000, serviceFeePpm: 0, serviceFeeBuyPpm: 0, gstPpm: 180_000 };
  const commands: Command[] = [1, 2].map((id) => ({
    op: Op.configure,
    user: 0,
    settings: { kind: 'asset', id, ticker: `A${id}`, scale: 8 },
  }));
  commands.push({
    op: Op.configure,
    user: 0,
    settings: {
      kind: 'market',
      id: 1,
      name: 'M1',
      base: 1,
      quote: 2,
      lotBaseUnits: 1,
      tickLotQuoteUnits: 1,
      amountMinLots: 1,
      amountMaxLots: 5_000,
      totalMin: 0,
      priceMaxTicks: 1_000,
      priceBandPpm: 0,
      ...rates,
      tdsPpm: 10_000,
      tax: 'sell',
      status: 'open',
      selfTrade: 'cancelResting',
    },
  });
  for (const user of traderIds)
    for (const asset of [1, 2])
      commands.push({ op: Op.transferIn, user, asset, transferId: user * 10 + asset, amount: 100_000 });
  return commands;
}

function planFaults(world: World, isPeaceful: () => boolean, log: (text: string) => void): void {
  const { network, postgres, random, time } = world;
  network.replyLossChance = random.pick([0, 0, 0.002, 0.01]);
  postgres.faultChance = random.pick([0, 0.01, 0.05]);
  const happen = () => {
    if (isPeaceful()) return;
    const fault = random.pick(Object.keys(faults));
    log(`FAULT ${fault}`);
    faults[fault]?.(world);
    time.after(random.integer(50, random.pick([400, 3_000])), happen);
  };
  time.after(random.integer(0, 500), happen);
  world.hasLateReplica = random.chance(failOverChance);
  if (world.hasLateReplica) time.after(random.integer(0, faultyMs), () => failOver(world));
}

function failOver(world: World): void {
  const { random } = world;
  world.failOver(random.pick([20, 200, 1_500]), random.pick([1, 30, 500, 3_000]));
}

const faults: Record<string, (world: World) => void> = {
  killPart: (world) => world.kill(world.random.pick(world.parts)),
  breakConnections: (world) => world.network.breakOf(anyOwner(world)),
  cutOff: (world) => world.network.cutOff(anyOwner(world), world.random.integer(10, 4_000)),
  breakAll: ({ network }) => network.breakAll(),
  stallRedis: ({ network, random }) => network.stall(random.pick([20, 300, 2_500, 6_000])),
  restartRedis: ({ network, random }) => network.restart(random.pick([30, 500, 3_000])),
  restartPostgres: ({ postgres, random }) => postgres.restart(random.pick([50, 1_000, 5_000])),
  backUpPostgres: ({ postgres }) => postgres.backUp(),
  restorePostgres: ({ postgres, random }) => postgres.restoreBackup(random.pick([50, 1_000])),
  clockJumps: ({ network, random, hasLateReplica }) => {
    const errorMs = random.pick([0, 700, 10_000, -700, -10_000]);
    // A clock set back beside a late replica can give an entry an id among those that are lost: two histories, which no
    // command joins (docs/decisions/0040).
    if (!hasLateReplica) network.clockErrorMs = errorMs;
  },
  fillRedis: ({ network, random, time }) => {
    network.server.isFull = true;
    time.after(random.pick([20, 300, 2_000]), () => {
      network.server.isFull = false;
    });
  },
};

function anyOwner(world: World): string {
  return world.owner(world.random.pick(world.parts));
}

function makePeace({ network, postgres }: World): void {
  network.replyLossChance = 0;
  postgres.faultChance = 0;
}

function inspect(details: unknown): string {
  return JSON.stringify(details, (_, value) => (value instanceof Error ? value.message : value)) ?? '';
}
