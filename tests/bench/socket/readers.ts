/** The readers, a process of its own: many connections that subscribe, then count frames without looking into them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ReaderOptions {
  port: number;
  clients: number;
  markets: string[];
}

let frames = 0;

/** A masked frame whose mask is zero. */
function request(id: number, method: string, params: unknown[]): Buffer {
  const text = JSON.stringify({ id, method, params });
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Counts whole frames by their lengths; `skip` is what is still missing of the last one. */
function countFrames(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  socket.on('data', (chunk) => {
    let data = chunk;
    if (skip >= data.length) {
      skip -= data.length;
      return;
    }
    data = data.subarray(skip);
    skip = 0;
    if (rest.length > 0) data = Buffer.concat([rest, data]);
    let at = 0;
    while (data.length - at >= 10) {
      const short = (data[at + 1] as number) & 127;
      const length =
        short < 126 ? short + 2 : short === 126 ? data.readUInt16BE(at + 2) + 4 : data.readUInt32BE(at + 6) + 10;
      frames++;
      at += length;
    }
    skip = Math.max(0, at - data.length);
    rest = data.subarray(Math.min(at, data.length));
  });
}

async function open(options: ReaderOptions): Promise<void> {
  const socket = connect({ port: options.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write(
    'GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(`no upgrade: ${answer}`);
  countFrames(socket);
  options.markets.forEach((market, index) => {
    socket.write(request(index, 'depth.subscribe', [market, 20, '0', index > 0]));
  });
  socket.write(request(99, 'deals.subscribe', options.markets));
}

process.on('message', (message: ReaderOptions | 'count') => {
  if (message === 'count') {
    process.send?.({ frames });
    return;
  }
  void (async () => {
    for (let i = 0; i < message.clients; i++) await open(message);
    process.send?.({ ready: true });
  })();
});
