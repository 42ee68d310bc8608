import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Backlog } from './backlog.ts';
import { Connection } from './connection.ts';
import { readSocketLimits } from './limits.ts';
import { FlushSchedule } from './outbound.ts';

it('readers of one address end once they hold too much together, each below its own bound', async () => {
  const limits = readSocketLimits({
    SOCKET_SLOW_BYTES: '1024',
    SOCKET_WAITING_BYTES_MAX: '1000000',
    SOCKET_WAITING_BYTES_MAX_PER_IP: '100000',
  });
  const shared = { limits, schedule: new FlushSchedule(), backlog: new Backlog(limits), nowMs: 0 };
  const ended: number[] = [];
  const connections = Array.from({ length: 4 }, (_, index) => {
    const stream = new Duplex({ read: () => undefined, write: () => undefined });
    const webSocket: WebSocket = Object.create(WebSocket.prototype, {
      terminate: {
        value() {
          ended.push(index);
          stream.destroy();
        },
      },
    });
    return new Connection(webSocket, stream, '192.0.2.7', shared);
  });
  for (const [index, connection] of connections.entries()) {
    connection.send('x'.repeat(20_000 + 1_000 * index));
    await setImmediate();
  }
  expect(ended).toEqual([]);
  connections[0]?.send('x'.repeat(30_000));
  await setImmediate();
  expect(ended).toEqual([0]);
});
