/**
 * A client's connection to the simulated Redis, in the shape of ioredis as far as the exchange uses it. Requests and
 * replies travel in order, each with a delay of the network; a broken connection loses the replies, and may lose the
 * requests, that are under way.
 */
import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { type Answers, type Command, CommandBatch } from './command-batch.ts';
import { type Argument, asTexts, type Reply, ReplyError } from './redis-protocol.ts';
import type { SimNetwork } from './sim-network.ts';

interface Request {
  commands: Command[];
  isTransaction: boolean;
  isRaw: boolean;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

export interface ConnectionOptions {
  /** Sends again after a reconnection what has had no answer. */
  resends: boolean;
  /** Keeps what is asked while there is no connection. */
  queues: boolean;
  commandTimeoutMs?: number;
}

const reconnectMs = 50;

export class SimConnection extends EventEmitter {
  status = 'connecting';
  readonly #network: SimNetwork;
  /** The process that owns the connection. */
  readonly #owner: string;
  readonly #options: ConnectionOptions;
  #unanswered: Request[] = [];
  #queued: Request[] = [];
  /** What belongs to an earlier connection to the server is dropped. */
  #epoch = 0;
  /** What has arrived behind a blocking read, which the server executes first. */
  #behindRead: (() => void)[] | undefined;
  #lastArrivalMs = 0;
  #lastReplyMs = 0;

  constructor(network: SimNetwork, owner: string, options: ConnectionOptions) {
    super();
    this.setMaxListeners(0);
    this.#network = network;
    this.#owner = owner;
    this.#options = options;
    network.add(owner, this);
    this.#connect();
  }

  call(name: string, ...args: Argument[]): Promise<Reply> {
    return this.#ask({ commands: [[name, ...args]], isTransaction: false, isRaw: false });
  }

  callBuffer(name: string, ...args: Argument[]): Promise<Reply> {
    return this.#ask({ commands: [[name, ...args]], isTransaction: false, isRaw: true });
  }

  get(key: string): Promise<Reply> {
    return this.call('GET', key);
  }

  set(key: string, ...values: Argument[]): Promise<Reply> {
    return this.call('SET', key, ...values);
  }

  del(...keys: string[]): Promise<Reply> {
    return this.call('DEL', ...keys);
  }

  time(): Promise<Reply> {
    return this.call('TIME');
  }

  exists(...keys: string[]): Promise<Reply> {
    return this.call('EXISTS', ...keys);
  }

  incr(key: string): Promise<Reply> {
    return this.call('INCR', key);
  }

  xadd(...args: Argument[]): Promise<Reply> {
    return this.call('XADD', ...args);
  }

  xtrim(...args: Argument[]): Promise<Reply> {
    return this.call('XTRIM', ...args.filter((arg) => arg !== '~'));
  }

  xrange(...args: Argument[]): Promise<Reply> {
    return this.call('XRANGE', ...args);
  }

  xrangeBuffer(...args: Argument[]): Promise<Reply> {
    return this.callBuffer('XRANGE', ...args);
  }

  hmget(...args: Argument[]): Promise<Reply> {
    return this.call('HMGET', ...args);
  }

  hset(key: string, fields: Record<string, Argument>): Promise<Reply> {
    return this.call('HSET', key, ...Object.entries(fields).flat());
  }

  async hgetall(key: string): Promise<Record<string, string>> {
    const flat = ((await this.call('HGETALL', key)) as Reply[]).map(String);
    return Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, String(flat[at + 1])]] : [])));
  }

  multi(): CommandBatch {
    return new CommandBatch(async (commands) => {
      const replies = (await this.#ask({ commands, isTransaction: true, isRaw: false })) as Reply[];
      return replies.map((reply) => [null, reply]);
    });
  }

  pipeline(): CommandBatch {
    return new CommandBatch((commands) =>
      Promise.all(
        commands.map(([name, ...args]) =>
          this.call(name, ...args).then(
            (reply): Answers[number] => [null, reply],
            (error: Error): Answers[number] => [error, null],
          ),
        ),
      ),
    );
  }

  eval(...args: Argument[]): Promise<Reply> {
    return this.call('EVAL', ...args);
  }

  evalsha(...args: Argument[]): Promise<Reply> {
    return this.call('EVALSHA', ...args);
  }

  duplicate(options: { autoResendUnfulfilledCommands?: boolean; enableOfflineQueue?: boolean } = {}): Redis {
    const { resends, queues } = this.#options;
    return new SimConnection(this.#network, this.#owner, {
      resends: options.autoResendUnfulfilledCommands ?? resends,
      queues: options.enableOfflineQueue ?? queues,
    }).asRedis();
  }

  disconnect(): void {
    this.#end(new Error('Connection is closed.'));
  }

  quit(): Promise<string> {
    this.disconnect();
    return Promise.resolve('OK');
  }

  /** The exchange's parts take an ioredis client; this has the methods of it that they use. */
  asRedis(): Redis {
    return this as unknown as Redis;
  }

  /** The process is gone: nothing is sent, nothing arrives, nobody is informed. */
  kill(): void {
    this.#epoch++;
    this.status = 'end';
    this.removeAllListeners();
    this.#unanswered = [];
    this.#queued = [];
  }

  /** The network or the server breaks the connection. */
  break(): void {
    if (this.status !== 'ready') return;
    this.#epoch++;
    this.status = 'reconnecting';
    this.#behindRead = undefined;
    const lost = this.#unanswered;
    this.#unanswered = [];
    if (this.#options.resends) this.#queued.unshift(...lost);
    else for (const request of lost) request.reject(new Error('Connection is closed.'));
    this.emit('close');
    this.#reconnectLater();
  }

  #end(error: Error): void {
    if (this.status === 'end') return;
    this.#epoch++;
    this.status = 'end';
    for (const request of [...this.#unanswered, ...this.#queued]) request.reject(error);
    this.#unanswered = [];
    this.#queued = [];
    this.emit('close');
    this.emit('end');
    this.#network.remove(this.#owner, this);
  }

  #reconnectLater(): void {
    const epoch = this.#epoch;
    this.#network.after(reconnectMs, () => {
      if (epoch === this.#epoch) this.#connect();
    });
  }

  #connect(): void {
    if (!this.#network.reaches(this.#owner)) {
      this.#reconnectLater();
      return;
    }
    const epoch = ++this.#epoch;
    this.#network.after(this.#network.delayMs(), () => {
      if (epoch !== this.#epoch || this.status === 'end') return;
      if (!this.#network.reaches(this.#owner)) {
        this.#reconnectLater();
        return;
      }
      this.status = 'ready';
      const queued = this.#queued;
      this.#queued = [];
      for (const request of queued) this.#send(request);
      this.emit('ready');
    });
  }

  #ask(asked: Pick<Request, 'commands' | 'isTransaction' | 'isRaw'>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const request: Request = { ...asked, resolve, reject };
      if (this.status === 'end') {
        reject(new Error('Connection is closed.'));
        return;
      }
      if (this.status === 'ready') this.#send(request);
      else if (this.#options.queues) this.#queued.push(request);
      else reject(new Error("Stream isn't writeable and enableOfflineQueue options is false"));
      const { commandTimeoutMs } = this.#options;
      if (commandTimeoutMs === undefined) return;
      this.#network.after(commandTimeoutMs, () => reject(new Error('Command timed out')));
    });
  }

  #send(request: Request): void {
    this.#unanswered.push(request);
    const epoch = this.#epoch;
    const arrivalMs = Math.max(this.#lastArrivalMs, this.#network.nowMs + this.#network.delayMs());
    this.#lastArrivalMs = arrivalMs;
    this.#network.at(arrivalMs, () => this.#arrive(request, epoch));
  }

  /** A request that is under way when its connection breaks may still be executed; its reply is lost. */
  #arrive(request: Request, epoch: number): void {
    if (epoch !== this.#epoch && !this.#network.deliversLate()) return;
    this.#network.whenServing(() => {
      if (epoch === this.#epoch) this.#serveInOrder(() => this.#serve(request, epoch));
      else this.#serve(request, epoch);
    });
  }

  #serveInOrder(serve: () => void): void {
    if (this.#behindRead) this.#behindRead.push(serve);
    else serve();
  }

  #serve(request: Request, epoch: number): void {
    const answer = (reply: Reply) => this.#reply(request, epoch, () => request.resolve(reply));
    try {
      const reply = this.#execute(request, (late) => {
        answer(request.isRaw ? late : asTexts(late));
        if (epoch === this.#epoch) this.#endRead();
      });
      if (reply !== undefined) answer(request.isRaw ? reply : asTexts(reply));
      else if (epoch === this.#epoch) this.#behindRead = [];
    } catch (error) {
      if (!(error instanceof ReplyError)) throw error;
      this.#reply(request, epoch, () => request.reject(error));
    }
  }

  #endRead(): void {
    const waiting = this.#behindRead ?? [];
    this.#behindRead = undefined;
    for (const serve of waiting) this.#serveInOrder(serve);
  }

  #execute({ commands, isTransaction }: Request, answerLate: (reply: Reply) => void): Reply | undefined {
    const { server } = this.#network;
    if (isTransaction) return server.executeAll(commands);
    const [name, ...args] = commands[0] ?? [''];
    return server.execute(name, args, answerLate);
  }

  #reply(request: Request, epoch: number, deliver: () => void): void {
    if (epoch !== this.#epoch) return;
    if (this.#network.losesReply()) {
      this.break();
      return;
    }
    const replyMs = Math.max(this.#lastReplyMs, this.#network.nowMs + this.#network.delayMs());
    this.#lastReplyMs = replyMs;
    this.#network.at(replyMs, () => {
      if (epoch !== this.#epoch) return;
      this.#unanswered = this.#unanswered.filter((other) => other !== request);
      deliver();
    });
  }
}
