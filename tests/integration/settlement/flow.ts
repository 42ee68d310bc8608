/** Random spot orders, amendments and cancels of a few people around one price, packed as they come. */
import { Random } from '@pelican/engine/src/testing/random.ts';
import { type CommandDone, Op, OrderType, type PlaceOrder, Side, TimeInForce } from '@pelican/shared/engine/spot';
import type { SettledShard } from '../../support/settled-shard.ts';

const inFlight = 40;

export interface FlowOptions {
  market: number;
  users: number[];
  commands: number;
  seed: number;
  /** Called between two groups of commands. */
  between?: (sent: number) => Promise<void>;
}

/** Runs the flow; every command is answered when it resolves. */
export async function runFlow(shard: Pick<SettledShard, 'submit'>, options: FlowOptions): Promise<void> {
  const random = new Random(options.seed);
  const open: { user: number; orderId: number }[] = [];
  for (let sent = 0; sent < options.commands; sent += inFlight) {
    const group = Array.from({ length: inFlight }, () => {
      const user = options.users[random.integer(0, options.users.length - 1)] as number;
      if (open.length > 10 && random.chance(0.15)) {
        const order = random.pick(open);
        const priceTicks = random.chance(0.5) ? 0 : 10_000 + random.integer(-40, 40);
        const lots = random.integer(2_000, 50_000);
        return shard.submit({ op: Op.amendOrder, ...order, market: 0, priceTicks, lots, clientId: '' });
      }
      if (open.length > 10 && random.chance(0.3)) {
        const [order] = open.splice(random.integer(0, open.length - 1), 1);
        return shard.submit({ op: Op.cancelOrder, user: order?.user ?? 0, orderId: order?.orderId ?? 0, market: 0 });
      }
      return shard.submit(randomOrder(random, user, options.market)).then((done: CommandDone) => {
        if (done.code === 0) open.push({ user, orderId: done.orderId });
        return done;
      });
    });
    await Promise.all(group);
    await options.between?.(sent + inFlight);
  }
}

function randomOrder(random: Random, user: number, market: number): PlaceOrder {
  const side = random.chance(0.5) ? Side.buy : Side.sell;
  const isMarket = random.chance(0.1);
  const amountIsQuote = isMarket && side === Side.buy;
  return {
    op: Op.placeOrder,
    user,
    market,
    side,
    type: isMarket ? OrderType.market : OrderType.limit,
    timeInForce: TimeInForce.gtc,
    postOnly: false,
    priceTicks: isMarket ? 0 : 10_000 + random.integer(-40, 40),
    amount: amountIsQuote ? random.integer(20, 400) * 1e8 : random.integer(2_000, 50_000),
    amountIsQuote,
    clientId: '',
    source: 'test',
  };
}
