/** The perpetual shard of a world: two small instruments, whose users open, close and transfer at high leverages. */
import { noLegs } from '@pelican/engine/src/core/perpetual/algos/algos.ts';
import { firesMax } from '@pelican/engine/src/core/perpetual/algos/limits.ts';
import { perpetualCore } from '@pelican/engine/src/core/perpetual/perpetual-core.ts';
import type { PerpetualShard } from '@pelican/engine/src/core/perpetual/state.ts';
import { asset, marketIds, smallInstrument } from '@pelican/engine/src/testing/perpetual/small-instrument.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { firstOfKind, parseShards, shardsDefault } from '@pelican/shared/engine';
import {
  AlgoKind,
  CancelWhat,
  type Command,
  type CommandOf,
  type EngineEvent,
  HouseUser,
  type InstrumentSettings,
  MarginMode,
  marketPriceTicks,
  Op,
  OrderKind,
  PositionSide,
  PriceSource,
  perpetualWire,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import { PerpetualAuditor } from './perpetual-auditor.ts';
import { PerpetualProjection, perpetualFacts } from './perpetual-projection.ts';
import type { Projection } from './projection.ts';
import { type CallPurpose, shardKit, type Transfer } from './shard-kit.ts';
import { traderIds } from './traders.ts';

/** Index and mark in ticks, about which everything is. */
export const startTicks = 1_000;
/** A funding every other second. */
const fundingIntervalMs = 2_000;
const shard = firstOfKind(parseShards(shardsDefault), 'perpetual');

/** The instruments as they are listed. */
export const instruments: readonly InstrumentSettings[] = marketIds
  .slice(0, 2)
  .map((id) => smallInstrument(id, { fundingIntervalMs }));

type Held = { user: number; market: number; mode: MarginMode; position: PositionSide; lots: number };

export const perpetualKit = shardKit<Command, EngineEvent, PerpetualShard>({
  shard,
  core: perpetualCore(shard.id),
  wire: perpetualWire,
  openingCommands,
  crowdCommands,
  nextCommand,
  purposeOf,
  transferCommand,
  createProjection: () => new PerpetualProjection(),
  createAuditor: () => new PerpetualAuditor(),
  stateFacts: perpetualFacts,
  isTradable: (view) => (view as PerpetualProjection).markTicks.size === instruments.length,
});

function purposeOf(command: Command): CallPurpose {
  if (command.kind === Op.placeOrder) return { clientId: command.clientId };
  if (command.kind === Op.transferIn || command.kind === Op.transferOut) return { transferId: command.transferId };
  return command.kind === Op.cancelOrder ? { cancelledOrderId: command.orderId } : {};
}

function transferCommand({ user, transferId, amount }: Transfer, isOut: boolean): Command {
  return { kind: isOut ? Op.transferOut : Op.transferIn, user, asset, transferId, amount: BigInt(amount) };
}

function configure(settings: object): Command {
  return { kind: Op.configure, user: 0, settings: JSON.stringify(settings) };
}

function openingCommands(): Command[] {
  const leverages = traderIds.flatMap((user) =>
    instruments.flatMap(({ id }) =>
      [MarginMode.cross, MarginMode.isolated].map((mode) => setLeverage(user, id, mode, 100)),
    ),
  );
  return [
    configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 }),
    ...instruments.map(configure),
    ...traderIds.map((user) => transferCommand({ user, transferId: user, amount: 400_000 }, false)),
    transferCommand({ user: HouseUser.fund, transferId: 9, amount: 20_000 }, false),
    ...leverages,
  ];
}

/** Triggers of others, near the first price and further away: at each of their prices more than one command fires. */
function crowdCommands(): Command[] {
  return instruments.flatMap(({ id: market, algosMax }, index) => {
    const away = index === 0 ? 1 : 10;
    return Array.from({ length: 2 * (firesMax + 16) }, (_, at) => ({
      kind: Op.placeAlgo,
      ...{ user: 101 + Math.floor(at / algosMax), market, mode: MarginMode.cross, side: Side.buy },
      ...{ position: PositionSide.long, type: AlgoKind.trigger, lots: 5, reduceOnly: false },
      ...{ triggerTicks: startTicks + (at % 2 === 0 ? away : -away), triggerOrderTicks: marketPriceTicks },
      ...{ triggerBy: PriceSource.mark, ...noLegs, clientId: '', source: 'sim' },
    }));
  });
}

function setLeverage(user: number, market: number, mode: MarginMode, leverage: number): Command {
  const position = PositionSide.long;
  return { kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 };
}

function nextCommand(random: Random, nextKey: () => number, seen: Projection): Command {
  const view = seen as PerpetualProjection;
  const user = random.pick(traderIds);
  const positions = [...view.positions.values()];
  const held = positions.length > 0 ? random.pick(positions) : undefined;
  const market = random.pick(instruments).id;
  const choice = random.fraction();
  if (choice < 0.65) return order(random, view, nextKey(), random.chance(0.25) ? held : undefined);
  if (choice < 0.73) return stop(random, view, held);
  if (choice < 0.81) return cancel(random, view);
  if (choice < 0.84 && held)
    return { kind: Op.closePosition, user: held.user, market: held.market, mode: held.mode, position: held.position };
  if (choice < 0.87)
    return { kind: Op.cancelMany, user, what: random.pick(Object.values(CancelWhat)), market, ids: '' };
  if (choice < 0.89) return setLeverage(user, market, random.pick([0, 1] as const), random.pick([10, 50, 100]));
  if (choice < 0.92 && held?.mode === MarginMode.isolated) {
    const amount = BigInt(random.pick([1, 500, -500]));
    return { kind: Op.adjustMargin, user: held.user, market: held.market, position: held.position, amount };
  }
  if (choice < 0.94) return configured(random);
  const amount = random.pick([1, 5_000, 100_000]);
  return transferCommand({ user, transferId: 1_000 + nextKey(), amount }, random.chance(0.5));
}

function order(random: Random, view: PerpetualProjection, key: number, held: Held | undefined): Command {
  const market = held?.market ?? random.pick(instruments).id;
  const position = held?.position ?? random.pick([PositionSide.long, PositionSide.short]);
  const [openingSide, closingSide] = position === PositionSide.long ? [Side.buy, Side.sell] : [Side.sell, Side.buy];
  const type = random.pick([
    0,
    0,
    0,
    0,
    0,
    OrderKind.market,
    OrderKind.postOnly,
    OrderKind.ioc,
    OrderKind.fok,
  ] as const);
  const around = view.markTicks.get(market) || startTicks;
  return {
    kind: Op.placeOrder,
    user: held?.user ?? random.pick(traderIds),
    market,
    mode: held?.mode ?? random.pick([MarginMode.cross, MarginMode.isolated]),
    side: held ? closingSide : openingSide,
    position,
    type,
    priceTicks: type === OrderKind.market ? 0 : Math.max(1, around + random.integer(-6, 6)),
    lots: held ? random.pick([held.lots, 1]) : random.pick([1, 3, 7, 19, 21, 60]),
    reduceOnly: false,
    selfTrade: random.pick([SelfTrade.cancelMaker, SelfTrade.cancelTaker]),
    ...noLegs,
    ...(held || random.chance(0.8)
      ? {}
      : position === PositionSide.long
        ? { slTriggerTicks: Math.max(1, around - 20), slOrderTicks: marketPriceTicks, slTriggerBy: PriceSource.mark }
        : { slTriggerTicks: around + 20, slOrderTicks: marketPriceTicks, slTriggerBy: PriceSource.mark }),
    clientId: `key-${key}`,
    source: 'sim',
  };
}

/** Of a position, or a trigger that opens one. */
function stop(random: Random, view: PerpetualProjection, held: Held | undefined): CommandOf<typeof Op.placeAlgo> {
  const market = held?.market ?? random.pick(instruments).id;
  const position = held?.position ?? PositionSide.long;
  const around = view.markTicks.get(market) || startTicks;
  const away = random.integer(2, 30) * (position === PositionSide.long ? -1 : 1);
  const ticks = Math.max(1, around + away);
  return {
    kind: Op.placeAlgo,
    user: held?.user ?? random.pick(traderIds),
    market,
    mode: held?.mode ?? MarginMode.cross,
    side: ((position as number) ^ (held ? 1 : 0)) as Side,
    position,
    type: held ? AlgoKind.conditional : AlgoKind.trigger,
    lots: held ? 0 : 5,
    reduceOnly: false,
    triggerTicks: held ? 0 : ticks,
    triggerOrderTicks: marketPriceTicks,
    triggerBy: PriceSource.last,
    ...noLegs,
    ...(held && { slTriggerTicks: ticks, slOrderTicks: marketPriceTicks, slTriggerBy: PriceSource.mark }),
    clientId: '',
    source: 'sim',
  };
}

function cancel(random: Random, view: PerpetualProjection): Command {
  const resting = [...view.resting.values()];
  const algos = [...view.algos.values()];
  if (algos.length > 0 && random.chance(0.2)) {
    const { user, market, algoId } = random.pick(algos);
    return { kind: Op.cancelAlgo, user, market, algoId };
  }
  const { user, market, orderId } =
    resting.length > 0 ? random.pick(resting) : { user: 1, market: marketIds[0], orderId: random.integer(1, 100) };
  return { kind: Op.cancelOrder, user, market, orderId };
}

/** What operators do: mostly they open what is halted. */
function configured(random: Random): Command {
  const instrument = random.pick(instruments);
  return configure({ ...instrument, status: random.chance(0.7) ? 'open' : random.pick(['closeOnly', 'halted']) });
}
