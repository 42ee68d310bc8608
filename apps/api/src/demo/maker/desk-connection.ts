/**
 * A desk's connection to the exchange: the public JSON-RPC socket with an API key, as any bot would use it.
 */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { WebSocket } from 'ws';

export interface DeskKey {
  key: string;
  secret: string;
}

/** The parts of an order that a desk looks at. */
export interface DeskOrder {
  id: number;
  market: string;
  side: number;
  price: string;
  left: string;
  status: string;
}

interface RpcMessage {
  id: number | null;
  method?: string;
  params?: unknown[];
  error?: { code: number; message: string } | null;
  result?: unknown;
}

export interface RpcOutcome {
  error: { code: number; message: string } | null;
  result: unknown;
}

const answerTimeoutMs = 10_000;

/** Emits 'order' (event code, order) and 'close'. One instance lives as long as its socket. */
export class DeskConnection extends EventEmitter<{ order: [number, DeskOrder]; close: [] }> {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<
    number,
    { resolve: (outcome: RpcOutcome) => void; reject: (error: Error) => void }
  >();
  private nextId = 1;
  private readonly pings: NodeJS.Timeout;

  private constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as RpcMessage));
    socket.on('close', () => this.closed());
    // 'close' always follows; without a listener an 'error' would end the process.
    socket.on('error', () => undefined);
    this.pings = setInterval(() => void this.call('server.ping', []).catch(() => socket.terminate()), 30_000);
  }

  /** @throws Error when the socket cannot be opened or the key is refused */
  static async open(url: string, deskKey: DeskKey): Promise<DeskConnection> {
    const socket = new WebSocket(url, { handshakeTimeout: answerTimeoutMs });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const connection = new DeskConnection(socket);
    const tonce = Date.now();
    const signature = createHmac('sha256', deskKey.secret).update(`${tonce}GET/socket`).digest('hex');
    await connection.must('server.sign', [deskKey.key, signature, tonce]);
    await connection.must('order.subscribe', ['*']);
    return connection;
  }

  /** Answers with the envelope's error or result. @throws Error when the socket closes or nothing comes for 10 s */
  call(method: string, params: unknown[]): Promise<RpcOutcome> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.fail(id, `${method}: no answer`), answerTimeoutMs);
      const settle = () => {
        clearTimeout(timeout);
        this.waiting.delete(id);
      };
      this.waiting.set(id, {
        resolve: (outcome) => {
          settle();
          resolve(outcome);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** As `call`, where a refusal is an error. */
  async must(method: string, params: unknown[]): Promise<unknown> {
    const { error, result } = await this.call(method, params);
    if (error) throw new Error(`${method}: ${error.message} (${error.code})`);
    return result;
  }

  close(): void {
    this.socket.close();
  }

  private receive(message: RpcMessage): void {
    if (typeof message.id === 'number') {
      this.waiting.get(message.id)?.resolve({ error: message.error ?? null, result: message.result });
    } else if (message.method === 'order.update' && message.params) {
      this.emit('order', message.params[0] as number, message.params[1] as DeskOrder);
    }
  }

  private fail(id: number, reason: string): void {
    this.waiting.get(id)?.reject(new Error(reason));
  }

  private closed(): void {
    clearInterval(this.pings);
    for (const id of [...this.waiting.keys()]) this.fail(id, 'the socket closed');
    this.emit('close');
  }
}
