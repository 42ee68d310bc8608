/**
 * A WebSocket client that costs next to nothing, so that the measured machine is not busy with its own load: requests
 * are written as text into one buffer a tick, answers are recognised by their first and last bytes and never parsed.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Link, OnAnswer } from './link.ts';
import type { Order, OrderFlow } from './orders.ts';
import type { BenchUser } from './seed.ts';

const acceptedStart = '{"error":null,';
const idStart = '{"error":null,"result":{"id":';
const acceptedItem = 'null,"result":{"id":';
const bufferBytes = 1024 * 1024;

interface Request {
  dueMs: number;
  count: number;
  placesOne: boolean;
}

export class SocketLink implements Link {
  inFlight = 0;
  private readonly socket: Socket;
  private readonly flow: OrderFlow;
  private readonly batch: number;
  private readonly onAnswer: OnAnswer;
  private readonly requests = new Map<number, Request>();
  private nextId = 1;
  private out = Buffer.allocUnsafe(bufferBytes);
  private outLength = 0;
  private rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, flow: OrderFlow, batch: number, onAnswer: OnAnswer) {
    this.socket = socket;
    this.flow = flow;
    this.batch = batch;
    this.onAnswer = onAnswer;
    socket.on('data', (chunk) => this.read(chunk));
  }

  static async open(port: number, user: BenchUser, flow: OrderFlow, batch: number, onAnswer: OnAnswer): Promise<Link> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    socket.write(
      `GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(`no upgrade: ${answer}`);
    const link = new SocketLink(socket, flow, batch, onAnswer);
    link.write(JSON.stringify({ id: 0, method: 'server.auth', params: [user.token, 'bench'] }));
    const authorised = new Promise<void>(
      (resolve) => link.requests.set(0, { dueMs: 0, count: 0, placesOne: false }) && setTimeout(resolve, 500),
    );
    link.flush();
    await authorised;
    if (link.requests.has(0)) throw new Error('server.auth was not answered');
    return link;
  }

  send(count: number, dueMs: number): void {
    const id = this.nextId++;
    if (this.batch === 1) {
      const order = this.flow.next();
      this.write(`{"id":${id},"method":"${methodOf(order)}","params":${paramsOf(order)}}`);
      this.requests.set(id, { dueMs, count: 1, placesOne: order.kind === 'limit' && !order.takes });
    } else {
      const calls: string[] = [];
      for (let i = 0; i < count; i++) {
        const order = this.flow.next();
        calls.push(`["${methodOf(order)}",${paramsOf(order)}]`);
      }
      this.write(`{"id":${id},"method":"order.batch","params":[${calls.join(',')}]}`);
      this.requests.set(id, { dueMs, count, placesOne: false });
    }
    this.inFlight += count;
  }

  flush(): void {
    if (this.outLength === 0) return;
    this.socket.write(Buffer.from(this.out.subarray(0, this.outLength)));
    this.outLength = 0;
  }

  close(): void {
    this.socket.destroy();
  }

  /** A masked text frame whose mask is zero: the payload stays as it is. */
  private write(text: string): void {
    if (this.outLength + text.length + 14 > bufferBytes) this.flush();
    const { out } = this;
    let at = this.outLength;
    out[at++] = 0x81;
    if (text.length < 126) out[at++] = 0x80 | text.length;
    else {
      out[at++] = 0x80 | 126;
      out.writeUInt16BE(text.length, at);
      at += 2;
    }
    out.writeUInt32BE(0, at);
    at += 4;
    at += out.write(text, at, 'latin1');
    this.outLength = at;
  }

  private read(chunk: Buffer): void {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    while (at + 2 <= data.length) {
      let start = at + 2;
      let length = (data[at + 1] as number) & 127;
      if (length === 126) {
        if (at + 4 > data.length) break;
        length = data.readUInt16BE(at + 2);
        start = at + 4;
      } else if (length === 127) {
        if (at + 10 > data.length) break;
        length = data.readUInt32BE(at + 6);
        start = at + 10;
      }
      if (start + length > data.length) break;
      if (((data[at] as number) & 15) === 1) this.message(data, start, start + length);
      at = start + length;
    }
    this.rest = data.subarray(at);
  }

  private message(data: Buffer, start: number, end: number): void {
    const id = lastNumber(data, end - 2);
    const request = this.requests.get(id);
    if (!request) return;
    this.requests.delete(id);
    this.inFlight -= request.count;
    if (request.count === 0) return;
    const isAccepted = data.toString('latin1', start, start + acceptedStart.length) === acceptedStart;
    if (isAccepted && this.batch === 1 && request.placesOne) {
      this.flow.placed(firstNumber(data, start + idStart.length));
    }
    let refused = isAccepted ? 0 : request.count;
    if (isAccepted && this.batch > 1) refused = this.readBatch(data.toString('latin1', start, end));
    this.onAnswer(request.dueMs, refused, request.count);
  }

  /** Notes a batch's resting orders for later cancels; answers how many calls were refused. */
  private readBatch(text: string): number {
    let refused = 0;
    // The first part is before the batch's own envelope, the second is that envelope.
    for (const item of text.split('{"error":').slice(2)) {
      if (!item.startsWith(acceptedItem)) refused++;
      else if (item.includes('"status":"open"')) this.flow.placed(Number.parseInt(item.slice(acceptedItem.length), 10));
    }
    return refused;
  }
}

function methodOf(order: Order): string {
  return order.kind === 'limit' ? 'order.put_limit' : 'order.cancel';
}

function paramsOf(order: Order): string {
  if (order.kind === 'cancel') return `["${order.market}",${order.orderId}]`;
  return `["${order.market}",${order.side},"${order.amount}","${order.price}",{"client_id":"${order.clientId}"}]`;
}

/** The number whose last digit is at `at`. */
function lastNumber(data: Buffer, at: number): number {
  let value = 0;
  let power = 1;
  for (let i = at; ; i--) {
    const digit = (data[i] as number) - 48;
    if (digit < 0 || digit > 9) return value;
    value += digit * power;
    power *= 10;
  }
}

function firstNumber(data: Buffer, at: number): number {
  let value = 0;
  for (let i = at; ; i++) {
    const digit = (data[i] as number) - 48;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
