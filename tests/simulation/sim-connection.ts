/**
 * A client's connection to the simulated Redis, in the shape of ioredis as far as the exchange uses it. Requests and
 * replies travel in order, each with a delay of the network; a broken connection loses the replies, and may lose the
 * requests, that are under way.
 */
import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { type Argument, asTexts, type Reply, ReplyError } from './redis-protocol.ts';
import type { SimNetwork } from './sim-network.ts';

type Command = [name: string, ...args: Argument[]];

interface Request {
  /** More than one: a transaction. */
  commands: Command[];
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

class SimTransaction {
  readonly #commands: Command[] = [];
  readonly #run: (commands: Command[]) => Promise<Reply>;

  constructor(run: (commands: Command[]) => Promise<Reply>) {
    this.#run = run;
  }

  del(...keys: string[]): this {
    this.#commands.push(['DEL', ...keys]);
    return this;
  }

  hset(key: string, fields: Record<string, Argument>): this {
    this.#commands.push(['HSET', key, ...Object.entries(fields).flat()]);
    return this;
  }

  async exec(): Promise<[error: null, reply: Reply][]> {
    return ((await this.#run(this.#commands)) as Reply[]).map((reply) => [null, reply]);
  }
}

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
    return this.#ask([[name, ...args]], false);
  }

  callBuffer(name: string, ...args: Argument[]): Promise<Reply> {
    return this.#ask([[name, ...args]], true);
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

  hmget(...args: Argument[]): Promise<Reply> {
    return this.call('HMGET', ...args);
  }

  hset(key: string, fields: Record<string, Argument>): Promise<Reply> {
    return this.call('HSET', key, ...Object.entries(fields).flat());
  }

  /** A transaction of the commands that the exchange uses in one. */
  multi(): SimTransaction {
    return new SimTransaction((commands) => this.#ask(commands, false));
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

  #ask(commands: Command[], isRaw: boolean): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const request: Request = { commands, isRaw, resolve, reject };
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
      const answer = (reply: Reply) => this.#reply(request, epoch, () => request.resolve(reply));
      try {
        const reply = this.#execute(request, (late) => answer(request.isRaw ? late : asTexts(late)));
        if (reply !== undefined) answer(request.isRaw ? reply : asTexts(reply));
      } catch (error) {
        if (!(error instanceof ReplyError)) throw error;
        this.#reply(request, epoch, () => request.reject(error));
      }
    });
  }

  #execute({ commands }: Request, answerLate: (reply: Reply) => void): Reply | undefined {
    const { server } = this.#network;
    const [first] = commands;
    if (commands.length > 1 || !first) return server.executeAll(commands);
    const [name, ...args] = first;
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
