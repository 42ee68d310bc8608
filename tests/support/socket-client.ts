/** A JSON-RPC client for tests: calls with answers, and notifications that can be waited for. */
import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';
import { checkParams, checkPush, checkResult } from './socket-contract.ts';

export interface Answer {
  id: number | string | null;
  error: { code: number; message: string; name?: string; retry_after?: number } | null;
  result: unknown;
}

export interface Notification {
  method: string;
  params: unknown[];
}

interface Request {
  id: Answer['id'];
  method: string;
  params: unknown;
}

const waitMsMax = 60_000;

export class SocketClient {
  readonly webSocket: WebSocket;
  /** Every notification so far, oldest first. */
  readonly notifications: Notification[] = [];
  /** Every message as it came. */
  readonly messages: string[] = [];
  /** Close code, once closed. */
  closeCode: number | undefined;
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly answers: Answer[] = [];
  private readonly callers = new Map<Answer['id'], (answer: Answer) => void>();
  /** The calls by their ids; undefined for an id that stands for two, whose answers are not checked. */
  private readonly called = new Map<Answer['id'], Request | undefined>();
  private nextId = 1_000;

  private constructor(url: string, headers: Record<string, string>) {
    this.webSocket = new WebSocket(url, { headers });
    this.webSocket.on('message', (data) => this.onMessage(String(data)));
    this.webSocket.on('close', (code) => {
      this.closeCode = code;
      this.changes.emit('change');
    });
  }

  /** @throws Error when the upgrade is refused */
  static async open(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
    const client = new SocketClient(url, headers);
    await once(client.webSocket, 'open');
    return client;
  }

  /** Calls a method and answers its result. @throws Error with code and text of a refusal */
  async call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result> {
    const { error, result } = await this.ask(method, params);
    if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result as Result;
  }

  /** Calls a method and answers whatever comes. @throws Error when nothing does within a minute */
  ask(method: string, params: unknown[]): Promise<Answer> {
    const id = this.nextId++;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`no answer to ${method}; last: ${this.messages.at(-1)}`));
      const timer = setTimeout(fail, waitMsMax);
      this.callers.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  send(message: unknown): void {
    if (isRequest(message)) this.called.set(message.id, this.called.has(message.id) ? undefined : message);
    this.webSocket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The answer to what `send` has sent. */
  answerTo(id: number | string | null): Promise<Answer> {
    return this.until(`answer ${id}`, () => {
      const at = this.answers.findIndex((answer) => answer.id === id);
      return at < 0 ? undefined : this.answers.splice(at, 1)[0];
    });
  }

  /** The first notification (from `from` on) that fits. */
  notified(method: string, fits: (params: unknown[]) => boolean = () => true, from = 0): Promise<Notification> {
    return this.until(`notification ${method}`, () =>
      this.notifications.slice(from).find((one) => one.method === method && fits(one.params)),
    );
  }

  closed(): Promise<number> {
    return this.until('close', () => this.closeCode);
  }

  /** Waits until `look` finds something. @throws Error when it does not within a minute */
  async until<Found>(what: string, look: () => Found | undefined): Promise<Found> {
    const signal = AbortSignal.timeout(waitMsMax);
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      try {
        await once(this.changes, 'change', { signal });
      } catch {
        throw new Error(`waited in vain for ${what}; last messages:\n${this.messages.slice(-5).join('\n')}`);
      }
    }
  }

  close(): void {
    this.webSocket.terminate();
  }

  private onMessage(text: string): void {
    this.messages.push(text);
    const message = JSON.parse(text);
    this.check(message);
    if (typeof message.method === 'string') this.notifications.push(message);
    else if (this.callers.has(message.id)) {
      this.callers.get(message.id)?.(message);
      this.callers.delete(message.id);
    } else this.answers.push(message);
    this.changes.emit('change');
  }

  /** @throws Error when the message is not as declared; in a listener, so that no test can overlook it */
  private check(message: Answer & Partial<Notification>): void {
    if (message.method !== undefined && message.params) {
      checkPush(message.method, message.params);
      return;
    }
    const request = this.called.get(message.id);
    if (request === undefined || message.error !== null) return;
    checkParams(request.method, request.params);
    checkResult(request.method, message.result);
  }
}

function isRequest(message: unknown): message is Request {
  return typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string';
}
