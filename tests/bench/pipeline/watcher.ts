/** Listens as a user does, and counts what is pushed. */
import { WebSocket } from 'ws';
import type { BenchUser } from './seed.ts';

export interface Watcher {
  /** Order and asset pushes since the start. */
  privatePushes(): number;
  /** Pushes of books and trades since the start. */
  publicPushes(): number;
  close(): void;
}

/** Follows one user's orders and balances, and a market's book and trades. */
export async function watch(port: number, user: BenchUser, market: string): Promise<Watcher> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  let privatePushes = 0;
  let publicPushes = 0;
  socket.on('message', (data: Buffer) => {
    const method = data.toString('latin1', 11, 16);
    if (method === 'order' || method === 'asset') privatePushes++;
    else if (method === 'depth' || method === 'deals') publicPushes++;
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const call = (id: number, method: string, params: unknown[]) => socket.send(JSON.stringify({ id, method, params }));
  call(1, 'server.auth', [user.token, 'bench']);
  await new Promise((resolve) => socket.once('message', resolve));
  call(2, 'order.subscribe', ['*']);
  call(3, 'asset.subscribe', ['*']);
  call(4, 'depth.subscribe', [market, 100, '0']);
  call(5, 'deals.subscribe', [market]);
  return { privatePushes: () => privatePushes, publicPushes: () => publicPushes, close: () => socket.terminate() };
}
