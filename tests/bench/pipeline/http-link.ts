/** An HTTP/1.1 client with one kept connection; requests wait for their turn, as those of a real client do. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Link, OnAnswer } from './link.ts';
import type { Order, OrderFlow } from './orders.ts';
import type { BenchUser } from './seed.ts';

const headEnd = Buffer.from('\r\n\r\n');

export class HttpLink implements Link {
  inFlight = 0;
  private readonly socket: Socket;
  private readonly flow: OrderFlow;
  private readonly headers: string;
  private readonly onAnswer: OnAnswer;
  /** Due times of what waits for the connection, and of what is on it. */
  private readonly waiting: number[] = [];
  private current: { dueMs: number; order: Order } | undefined;
  private rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, user: BenchUser, flow: OrderFlow, onAnswer: OnAnswer) {
    this.socket = socket;
    this.flow = flow;
    this.onAnswer = onAnswer;
    this.headers = `Host: 127.0.0.1\r\nAuthorization: Bearer ${user.token}\r\n`;
    socket.on('data', (chunk) => this.read(chunk));
  }

  static async open(port: number, user: BenchUser, flow: OrderFlow, onAnswer: OnAnswer): Promise<Link> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new HttpLink(socket, user, flow, onAnswer);
  }

  send(count: number, dueMs: number): void {
    for (let i = 0; i < count; i++) this.waiting.push(dueMs);
    this.inFlight += count;
  }

  flush(): void {
    if (!this.current) this.sendNext();
  }

  close(): void {
    this.socket.destroy();
  }

  private sendNext(): void {
    const dueMs = this.waiting.shift();
    if (dueMs === undefined) return;
    const order = this.flow.next();
    this.current = { dueMs, order };
    this.socket.write(this.text(order));
  }

  private text(order: Order): string {
    if (order.kind === 'cancel') return `DELETE /v2/order/${order.orderId} HTTP/1.1\r\n${this.headers}\r\n`;
    const direction = order.side === 2 ? 'buy' : 'sell';
    const body = `{"pair":"${order.market}","direction":"${direction}","amount":"${order.amount}","price":"${order.price}","client_id":"${order.clientId}"}`;
    return `POST /v2/order HTTP/1.1\r\n${this.headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }

  private read(chunk: Buffer): void {
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = data.indexOf(headEnd);
    if (end < 0) {
      this.rest = data;
      return;
    }
    const head = data.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const bodyStart = end + headEnd.length;
    if (data.length < bodyStart + length) {
      this.rest = data;
      return;
    }
    this.rest = data.subarray(bodyStart + length);
    this.answered(head, data.toString('latin1', bodyStart, bodyStart + 24));
  }

  private answered(head: string, body: string): void {
    const { current } = this;
    if (!current) return;
    this.current = undefined;
    this.inFlight--;
    const isAccepted = head.startsWith('HTTP/1.1 200');
    const orderId = /^\{"id":(\d+)/.exec(body)?.[1];
    if (isAccepted && orderId && current.order.kind === 'limit' && !current.order.takes)
      this.flow.placed(Number(orderId));
    this.onAnswer(current.dueMs, isAccepted ? 0 : 1, 1);
    this.sendNext();
  }
}
