/** Bots that place and cancel over the socket, so that one market changes as often as a busy one. */
import { SocketClient } from './socket-client.ts';

const tickMs = 50;

export interface Burst {
  /** Orders placed and cancelled so far; each changes the book or the tape. */
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
 * and now and then across it.
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
    const cancels = bot.resting.map((id) => ['order.cancel', [market, id]]);
    const away = bot.side === 1 ? 0.01 : -0.01;
    const puts = Array.from({ length: perTurn }, (_, index) => {
      const crosses = index === 0 && round % 4 === 0;
      const steps = crosses ? -2 : 1 + ((round * 7 + index * 5) % 40);
      const amount = (0.1 + ((round + index) % 17) / 10).toFixed(4);
      return ['order.put_limit', [market, bot.side, amount, (middle + away * steps).toFixed(2)]];
    });
    const meetings = Array.from({ length: tradesPerTake }, () => [
      'order.put_limit',
      [market, bot.side, '0.1', middle.toFixed(2)],
    ]);
    const answers = await bot.client.call<BatchAnswer[]>('order.batch', ...cancels, ...puts, ...meetings);
    changes += answers.slice(0, cancels.length + puts.length).filter(({ error }) => error === null).length;
    trades += answers.slice(cancels.length + puts.length).filter(({ result }) => result?.status === 'filled').length;
    bot.resting = answers
      .slice(cancels.length)
      .flatMap(({ result }) => (result && result.status !== 'filled' ? [result.id] : []));
  }

  const timer = setInterval(() => {
    const round = turn++;
    under = under.then(() => play(round));
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
