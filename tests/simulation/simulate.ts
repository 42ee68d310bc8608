/** One run of a simulated world: trading under faults, then peace, then the checks. */
import './sync-files.ts';
import './sync-zlib.ts';
import { commandDoneKind, shardKeys } from '@pelican/shared/engine';
import { Op } from '@pelican/shared/engine/perpetual';
import { brokenPromises } from './checks.ts';
import type { IndexSources } from './sim-ticker.ts';
import { type Engine, Traders } from './traders.ts';
import { TransfersBetween } from './transfers-between.ts';
import { settlePromises, VirtualTime } from './virtual-time.ts';
import { World } from './world.ts';
import type { Api, ShardApi } from './world-parts.ts';

const startMs = 1_790_000_000_000;
const faultyMs = 4_000;
const peacefulMsMax = 60_000;
const failOverChance = 0.25;

/** What came of a world. */
export interface Outcome {
  /** The promises that it broke, a line each. */
  broken: string[];
  /** Commands that went on with a round which was too large for one. */
  continuedRounds: number;
}

/** Runs the world of a seed. */
export async function simulate(seed: number, log: (text: string) => void = () => undefined): Promise<Outcome> {
  const time = new VirtualTime(startMs);
  const uninstall = time.install();
  const world = new World(seed, time, (_, text, details) =>
    log(`${time.nowMs.toFixed(1)} ${text} ${inspect(details)}`),
  );
  try {
    const broken = await runWorld(world, log);
    return { broken, continuedRounds: countContinuedRounds(world) };
  } catch (error) {
    return { broken: [`the run ended with ${error instanceof Error ? error.stack : error}`], continuedRounds: 0 };
  } finally {
    world.end();
    await settlePromises();
    world.removeFiles();
    uninstall();
  }
}

async function runWorld(world: World, log: (text: string) => void): Promise<string[]> {
  const { time, random } = world;
  const all = world.kits.map((kit) => new Traders(random, kit));
  const transfers = new TransfersBetween(random, all);
  world.start();
  if (!(await time.run(time.nowMs + peacefulMsMax, () => world.api !== undefined)))
    return ['the exchange did not start'];
  for (const traders of all)
    for (const command of traders.kit.openingCommands())
      if (world.api) void traders.submit(shardOf(world.api, traders).engine, command);
  if (!(await time.run(time.nowMs + peacefulMsMax, () => openCalls(all) === 0 && isTradable(world))))
    return ['nothing was answered'];
  if (world.isCrowded) {
    for (const traders of all)
      for (const command of traders.kit.crowdCommands?.() ?? [])
        if (world.api) void traders.submit(shardOf(world.api, traders).engine, command);
    if (!(await time.run(time.nowMs + peacefulMsMax, () => openCalls(all) === 0))) return ['the crowd has no answer'];
  }
  let isPeaceful = false;
  const trade = () => {
    if (isPeaceful) return;
    const { api } = world;
    if (api) act(world, api, random.pick(all), transfers);
    time.after(random.integer(1, 120), trade);
  };
  trade();
  planFaults(world, () => isPeaceful, log);
  await time.run(time.nowMs + faultyMs);
  isPeaceful = true;
  makePeace(world);
  log('peace');
  if (!(await answerEveryCall(world, all, transfers))) return ['calls are left without an answer'];
  world.stopTicker();
  if (!(await time.run(time.nowMs + peacefulMsMax, () => isSettled(world)))) return [unsettled(world)];
  return await brokenPromises(world, all);
}

/** Those of the answered commands, by the events that are settled. */
function countContinuedRounds({ kits, postgres }: World): number {
  let count = 0;
  for (const { shard, wire } of kits.filter((kit) => kit.crowdCommands))
    for (const { bytes } of postgres.rowsOf(shard.id).entries)
      wire.forEachEvent(bytes, (event) => {
        if (event.kind === commandDoneKind && event.op === Op.continueRound) count++;
      });
  return count;
}

/** One turn of a shard's users, and now and then of one who moves money. */
function act({ random }: World, api: Api, traders: Traders, transfers: TransfersBetween): void {
  const { engine, view } = shardOf(api, traders);
  const engineOf = (each: Traders): Engine => shardOf(api, each).engine;
  traders.act(engine, view);
  if (random.chance(0.2)) transfers.begin(engineOf);
  transfers.goOn(engineOf);
}

function shardOf(api: Api, { kit }: Traders): ShardApi {
  return api.get(kit.shard.name) as ShardApi;
}

function isTradable({ kits, api }: World): boolean {
  return kits.every((kit) => {
    const { view } = api?.get(kit.shard.name) ?? {};
    return view !== undefined && kit.isTradable(view);
  });
}

function openCalls(all: readonly Traders[]): number {
  return all.reduce((sum, traders) => sum + traders.openCalls, 0);
}

/** Journal, Postgres and live view of each shard are at the same place. */
function isSettled(world: World): boolean {
  const { network, postgres, time } = world;
  if (world.isHalted || time.nowMs < world.lossNoticedByMs) return false;
  return world.kits.every(({ shard }) => {
    const newest = network.server.stream(shardKeys(shard).commands)?.lastId;
    const { view } = world.api?.get(shard.name) ?? {};
    return postgres.rowsOf(shard.id).cursor.position === newest && view?.position === newest;
  });
}

function unsettled({ network, postgres, operators, api, kits }: World): string {
  const places = kits.map(({ shard }) => {
    const { commands, events } = shardKeys(shard);
    const [journal, published] = [commands, events].map((key) => network.server.stream(key)?.lastId);
    const { position } = postgres.rowsOf(shard.id).cursor;
    const view = api?.get(shard.name)?.view.position;
    return `${shard.name}: journal ${journal}, events ${published}, cursor ${position}, view ${view}`;
  });
  return `not settled: recover-journal ${operators.refusal}; ${places.join('; ')}`;
}

/** Repeats with their keys the calls without a clear answer, until all have one and no money is on its way. */
async function answerEveryCall(world: World, all: readonly Traders[], transfers: TransfersBetween): Promise<boolean> {
  const { time } = world;
  const endMs = time.nowMs + peacefulMsMax;
  while (time.nowMs < endMs) {
    await time.run(endMs, () => world.api !== undefined && openCalls(all) === 0);
    if (transfers.isDone && all.every(({ unknownCount }) => unknownCount === 0)) return true;
    const { api } = world;
    if (api) {
      transfers.goOn((traders) => shardOf(api, traders).engine);
      for (const traders of all) traders.repeatUnknown(shardOf(api, traders).engine);
    }
    await time.run(time.nowMs + 500);
  }
  return false;
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
  if (world.indexSources) moveIndexes(world, world.indexSources, isPeaceful);
  world.hasLateReplica = random.chance(failOverChance);
  if (world.hasLateReplica) time.after(random.integer(0, faultyMs), () => failOver(world));
}

function moveIndexes(world: World, sources: IndexSources, isPeaceful: () => boolean): void {
  const { random, time } = world;
  const move = () => {
    if (isPeaceful()) return;
    if (random.chance(0.8)) sources.jump();
    else sources.toggle();
    time.after(random.integer(100, 1_500), move);
  };
  move();
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
