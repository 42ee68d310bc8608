/** Bots that place and cancel over the socket, so that one market changes as often as a busy one. */
import { performance } from 'node:perf_hooks';
import { SocketClient } from './socket-client.ts';

const tickMs = 50;

export interface Burst {
  /** Orders placed and cancelled so far, without those that are a trade at once; each changes the book. */
  changes(): number;
  /** Deals that were asked for and made so far. */
  trades(): number;
  stop(): Promise<void>;
}

interface BatchAnswer {
  error: unknown;
  result: { id: number; status: string } | null;
}

/**
 * Begins to change a market: each tick one bot cancels what it placed in its last turn and places anew, around `middle`
 * and now and then across it. What one bot has sold to the other in one pair of turns it buys back in another, so that
 * neither runs out of money however long it goes on.
 * @param perSecond changes wanted
 * @param tradesPerSecond trades wanted beside them: one bot offers at `middle` what the other one takes in the next tick
 */
export async function startBurst(
  url: string,
  tokens: { seller: string; buyer: string },
  {
    market,
    middle,
    perSecond,
    tradesPerSecond = 0,
  }: { market: string; middle: number; perSecond: number; tradesPerSecond?: number },
): Promise<Burst> {
  const socketUrl = `${url.replace('http', 'ws')}/socket`;
  const bots = await Promise.all(
    ([1, 2] as const).map(async (side) => {
      const client = await SocketClient.open(socketUrl);
      await client.call('server.auth', side === 1 ? tokens.seller : tokens.buyer, 'test');
      return { client, side, resting: [] as number[] };
    }),
  );
  const perTurn = Math.ceil((perSecond * tickMs) / 1000 / 2);
  const tradesPerTake = Math.round((tradesPerSecond * tickMs * 2) / 1000);
  let changes = 0;
  let trades = 0;
  let turn = 0;
  let under = Promise.resolve();

  async function play(round: number): Promise<void> {
    const bot = bots[round % bots.length] as (typeof bots)[number];
    const pair = Math.floor(round / bots.length);
    // In every other pair of turns what is met is met the other way round.
    const meetingSide = pair % 2 === 0 ? bot.side : 3 - bot.side;
    // Each of the bots in turn, and only while what it meets is on its own side: it would trade with itself.
    const crossesInTurn = pair % 4 === (bot.side === 1 ? 0 : 2);
    const cancels = bot.resting.map((id) => ['order.cancel', [market, id]]);
    const away = bot.side === 1 ? 0.01 : -0.01;
    const puts = Array.from({ length: perTurn }, (_, index) => {
      const crosses = index === 0 && crossesInTurn;
      const steps = crosses ? -2 : 1 + ((round * 7 + index * 5) % 40);
      const amount = (0.1 + ((round + index) % 17) / 10).toFixed(4);
      return ['order.put_limit', [market, bot.side, amount, (middle + away * steps).toFixed(2)]];
    });
    const meetings = Array.from({ length: tradesPerTake }, () => [
      'order.put_limit',
      [market, meetingSide, '0.1', middle.toFixed(2)],
    ]);
    // First what is met: an order across the middle would take it.
    const answers = await bot.client.call<BatchAnswer[]>('order.batch', ...cancels, ...meetings, ...puts);
    const met = answers.slice(cancels.length, cancels.length + meetings.length);
    const filled = met.filter(({ result }) => result?.status === 'filled').length;
    changes += answers.filter(({ error }) => error === null).length - filled;
    trades += filled;
    bot.resting = answers
      .slice(cancels.length)
      .flatMap(({ result }) => (result && result.status !== 'filled' ? [result.id] : []));
  }

  const startedAt = performance.now();
  const timer = setInterval(() => {
    // By the clock: a timer falls behind by as much as each of its calls is late.
    const due = Math.floor((performance.now() - startedAt) / tickMs);
    while (turn < due) {
      const round = turn++;
      under = under.then(() => play(round));
    }
  }, tickMs);
  return {
    changes: () => changes,
    trades: () => trades,
    async stop() {
      clearInterval(timer);
      await under;
      for (const { client } of bots) {
        await client.call('order.cancel_all', market);
        client.close();
      }
    },
  };
}
