/** The spot shard of a world: one market, whose users place, cancel and transfer. */
import { allBalances, openOrders } from '@pelican/engine/src/core/spot/inspect.ts';
import type { Shard as SpotState } from '@pelican/engine/src/core/spot/shard.ts';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { Auditor } from '@pelican/engine/src/testing/spot/reference/auditor.ts';
import { firstOfKind, parseShards, shardsDefault } from '@pelican/shared/engine';
import {
  type AmendOrder,
  type Command,
  type EngineEvent,
  Op,
  OrderType,
  type PlaceOrder,
  spotWire,
  TimeInForce,
} from '@pelican/shared/engine/spot';
import { type CallPurpose, shardKit } from './shard-kit.ts';
import { SpotProjection, spotFacts } from './spot-projection.ts';
import { traderIds } from './traders.ts';

const shard = firstOfKind(parseShards(shardsDefault), 'spot');
const core = spotCore(shard.id);

export const spotKit = shardKit<Command, EngineEvent, SpotState>({
  shard,
  core: {
    ...core,
    create: () => core.create({ small: true }),
    decodeSnapshot: (bytes) => core.decodeSnapshot(bytes, { small: true }),
  },
  wire: spotWire,
  openingCommands,
  nextCommand,
  purposeOf,
  transferCommand: ({ user, transferId, amount }, isOut) => ({
    op: isOut ? Op.transferOut : Op.transferIn,
    user,
    asset: 2,
    transferId,
    amount,
  }),
  createProjection: () => new SpotProjection(),
  createAuditor: () => new Auditor(),
  isTradable: () => true,
  stateFacts: (state) =>
    spotFacts(
      allBalances(state).map(({ user, asset, available, frozen }) => [`${user} ${asset}`, `${available} ${frozen}`]),
      traderIds.flatMap((user) => openOrders(state, user).map(({ orderId }) => orderId)),
    ),
});

function purposeOf(command: Command): CallPurpose {
  if (command.op === Op.placeOrder) return { clientId: command.clientId };
  if (command.op === Op.transferIn || command.op === Op.transferOut) return { transferId: command.transferId };
  return command.op === Op.cancelOrder ? { cancelledOrderId: command.orderId } : {};
}

function nextCommand(random: Random, nextKey: () => number): Command {
  const user = random.pick(traderIds);
  const choice = random.fraction();
  if (choice < 0.7) return order(random, user, nextKey());
  if (choice < 0.78) return amendment(random, user);
  if (choice < 0.85) return { op: Op.cancelOrder, user, orderId: random.integer(1, 200), market: 0 };
  if (choice < 0.9) return { op: Op.cancelAll, user, scope: 0, target: 0 };
  return {
    op: random.chance(0.5) ? Op.transferIn : Op.transferOut,
    user,
    asset: random.integer(1, 2),
    transferId: 1_000 + nextKey(),
    amount: random.integer(1, 500),
  };
}

function amendment(random: Random, user: number): AmendOrder {
  const priceTicks = random.chance(0.5) ? 0 : random.integer(5, 12);
  const orderId = random.integer(1, 200);
  return { op: Op.amendOrder, user, orderId, market: 0, priceTicks, lots: random.integer(0, 60), clientId: '' };
}

function order(random: Random, user: number, key: number): PlaceOrder {
  return {
    op: Op.placeOrder,
    user,
    market: 1,
    side: random.chance(0.5) ? 0 : 1,
    type: OrderType.limit,
    timeInForce: random.chance(0.8) ? TimeInForce.gtc : TimeInForce.ioc,
    postOnly: false,
    priceTicks: random.integer(5, 12),
    amount: random.integer(1, 60),
    amountIsQuote: false,
    clientId: `key-${key}`,
    source: 'sim',
  };
}

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
