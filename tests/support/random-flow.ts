/** A seeded stream of limit orders and cancels of one user over the socket, close to one price. */
import { Random } from '@pelican/engine/src/testing/random.ts';
import type { SocketClient } from './socket-client.ts';

export interface Flow {
  market: string;
  commands: number;
  seed: number;
}

const inFlight = 50;
/** Ticks of 0.01 around 100. */
const reach = 60;

/** Runs the flow; `afterEach` receives the number of answered commands, once for each group in flight. */
export async function randomFlow(
  client: SocketClient,
  { market, commands, seed }: Flow,
  afterEach: (sent: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const random = new Random(seed);
  const open: number[] = [];
  for (let sent = 0; sent < commands; sent += inFlight) {
    const calls = Array.from({ length: inFlight }, () => {
      if (open.length > 300 || (open.length > 20 && random.chance(0.35))) {
        const [orderId] = open.splice(random.integer(0, open.length - 1), 1);
        return client.ask('order.cancel', [market, orderId]);
      }
      // Bids and asks overlap a little, so that there are trades, some of them self-trades.
      const isBuy = random.chance(0.5);
      const ticks = 10_000 + (isBuy ? -1 : 1) * random.integer(-3, reach);
      const amount = random.integer(1, 30) / 10;
      const params = [market, isBuy ? 2 : 1, String(amount), String(ticks / 100)];
      return client.ask('order.put_limit', params);
    });
    for (const { result } of await Promise.all(calls)) {
      const order = result as { id: number; status: string } | null;
      if (order?.status === 'open' || order?.status === 'partially_filled') open.push(order.id);
    }
    await afterEach(sent + inFlight);
  }
}
