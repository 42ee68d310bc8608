import { type Line, Lines, type OpenPolling, type PollingEvents } from './lines.ts';
import { type Answered, PendingCalls } from './pending-calls.ts';
import { afterRefusedAuth, reconnectDelayMs } from './reconnect.ts';
import { parseFrame, SocketError } from './rpc-frames.ts';
import type { MethodName, MethodParams, MethodResult, PushName, PushParams, RpcError } from './wire.ts';

export type SocketStatus = 'init' | 'ok' | 'closed';
export type AuthStatus = 'init' | 'loading' | 'ok' | 'refused';
/** One of the two is null. */
export type AnswerHandler<Name extends MethodName> = (
  error: RpcError | null,
  result: MethodResult<Name> | null,
) => void;
type PushHandler<Name extends PushName> = (params: PushParams<Name>) => void;

/** What the user hears of the connection, in whatever language. */
export type ConnectionNotice = 'authorizationTimeout' | 'closed';

export interface ConnectionOptions {
  url: () => string;
  /** A valid access token, or null when signed out; another one than `refused` if there can be one. */
  accessToken: (refused: string | null) => Promise<string | null>;
  onNotice: (notice: ConnectionNotice) => void;
  /** What to do where no socket gets through; without it sockets are tried for ever. */
  openPolling?: OpenPolling;
  /** Client type, sent with server.auth. */
  source?: string;
  pingMs?: number;
  answerTimeoutMs?: number;
  authRetryMs?: number;
  random?: () => number;
}

type ConnectionEvent = 'status' | 'open' | 'authorized' | 'turn';

/**
 * One JSON-RPC socket that stays up: it connects again when it falls, pings, authorises, and notifies its listeners when
 * there is a fresh socket ('open') or a fresh authorisation ('authorized') to subscribe on. Where no socket gets through it
 * polls: a subscription then brings what there is now, and listeners subscribe again at each 'turn'.
 */
export class SocketConnection {
  readonly #options: Required<Omit<ConnectionOptions, 'openPolling'>>;
  readonly #lines: Lines;
  readonly #pending: PendingCalls;
  readonly #handlers = new Map<string, (params: unknown[]) => void>();
  readonly #listeners: Record<ConnectionEvent, Set<() => void>> = {
    status: new Set(),
    open: new Set(),
    authorized: new Set(),
    turn: new Set(),
  };
  #line: Line | null = null;
  #lineRound = 0;
  #status: SocketStatus = 'init';
  #auth: AuthStatus = 'init';
  #failedAuths = 0;
  #authRound = 0;
  #replacedRound = -1;
  #lastFrameAt = 0;
  #pingTimer: ReturnType<typeof setInterval> | null = null;
  #reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  #authTimer: ReturnType<typeof setTimeout> | null = null;
  #stopped = true;

  constructor(options: ConnectionOptions) {
    this.#options = {
      source: 'web',
      pingMs: 30_000,
      answerTimeoutMs: 10_000,
      authRetryMs: 1000,
      random: Math.random,
      ...options,
    };
    this.#lines = new Lines(options.url, options.openPolling);
    this.#pending = new PendingCalls(this.#options.answerTimeoutMs);
  }

  /** False before `start` and after `stop`. */
  get isStarted(): boolean {
    return !this.#stopped;
  }

  get status(): SocketStatus {
    return this.#status;
  }

  get auth(): AuthStatus {
    return this.#auth;
  }

  /** Connected, but by HTTP, because no socket gets through. */
  get isPolling(): boolean {
    return this.#status === 'ok' && this.#line?.isPolling === true;
  }

  /** Milliseconds (Date.now) of the last frame of any kind; 0 before the first. */
  get lastFrameAt(): number {
    return this.#lastFrameAt;
  }

  on(event: ConnectionEvent, listener: () => void): () => void {
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  }

  /** One handler a method; it runs in the order of the frames. */
  onNotification<Name extends PushName>(method: Name, handler: PushHandler<Name>): void {
    this.#handlers.set(method, handler as (params: unknown[]) => void);
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = null;
    this.#drop();
    this.#setStatus('closed', 'init');
  }

  /** Closes a socket that may be dead and opens a new one after the usual delay. */
  restart(): void {
    if (this.#stopped || this.#line === null) return;
    this.#drop();
    this.#setStatus('closed', 'init');
    this.#scheduleReconnect();
  }

  /** Connects now instead of waiting for the delay to pass (the network came back, say). */
  reconnectNow(): void {
    if (this.#stopped || this.#reconnectTimer === null) return;
    clearTimeout(this.#reconnectTimer);
    this.#connect();
  }

  /** Sends a request; `onAnswer` runs before any later frame is handled. Answers false when there is no open socket. */
  send<Name extends MethodName>(
    method: Name,
    params: MethodParams<Name>,
    onAnswer: AnswerHandler<Name> = () => undefined,
  ): boolean {
    const line = this.#line;
    if (line === null || !line.isOpen) return false;
    const id = this.#pending.add(onAnswer as Answered);
    line.send(JSON.stringify({ id, method, params }));
    return true;
  }

  /** As `send`, as a promise. @throws SocketError when refused, timed out or not connected */
  call<Name extends MethodName>(method: Name, params: MethodParams<Name>): Promise<MethodResult<Name>> {
    return new Promise((resolve, reject) => {
      const sent = this.send(method, params, (error, result) => {
        if (error) reject(new SocketError(error.code, error.message));
        else resolve(result as MethodResult<Name>);
      });
      if (!sent) reject(new SocketError(0, 'Socket is closed'));
    });
  }

  /** Signs this connection in, again after a change of the token. Signed out, it opens a clean connection instead. */
  async authorize(): Promise<void> {
    const round = ++this.#authRound;
    if (this.#authTimer) clearTimeout(this.#authTimer);
    const token = await this.#options.accessToken(null).catch(() => null);
    if (round !== this.#authRound || this.#status !== 'ok') return;
    if (token === null) {
      if (this.#auth === 'ok' || this.#auth === 'loading') this.restart();
      else this.#setStatus('ok', 'init');
      return;
    }
    this.#sendAuth(token, round, 1);
  }

  #sendAuth(token: string, round: number, attempt: number): void {
    if (this.#auth !== 'ok') this.#setStatus('ok', 'loading');
    this.send('server.auth', [token, this.#options.source], (error) => {
      if (round !== this.#authRound || this.#status !== 'ok') return;
      if (error === null) {
        this.#failedAuths = 0;
        this.#setStatus('ok', 'ok');
        this.#emit('authorized');
        return;
      }
      this.#failedAuths++;
      const next = afterRefusedAuth(error.code, attempt);
      if (next === 'retry') {
        this.#authTimer = setTimeout(() => this.#sendAuth(token, round, attempt + 1), this.#options.authRetryMs);
      } else if (next === 'giveUp') {
        this.#options.onNotice('authorizationTimeout');
        this.restart();
      } else {
        this.#setStatus('ok', 'refused');
        void this.#replaceToken(token, round);
      }
    });
  }

  /** A refused token is not tried again; one that came in its place is, once. */
  async #replaceToken(refused: string, round: number): Promise<void> {
    if (this.#replacedRound === round) return;
    this.#replacedRound = round;
    const token = await this.#options.accessToken(refused).catch(() => null);
    if (round === this.#authRound && token !== null && token !== refused) this.#sendAuth(token, round, 1);
  }

  #connect(): void {
    this.#reconnectTimer = null;
    this.#line = this.#lines.open(this.#eventsOf(this.#lineRound));
  }

  /** What a line says that was dropped is not heard. */
  #eventsOf(round: number): PollingEvents {
    const whileCurrent =
      <Args extends unknown[]>(listener: (...args: Args) => void) =>
      (...args: Args): void => {
        if (round === this.#lineRound) listener(...args);
      };
    return {
      onOpen: whileCurrent(() => {
        this.#lastFrameAt = Date.now();
        this.#pingTimer = setInterval(() => this.#ping(), this.#options.pingMs);
        this.#setStatus('ok', 'init');
        this.#emit('open');
        void this.authorize();
      }),
      onFrame: whileCurrent((data: unknown) => this.#receive(data)),
      onClose: whileCurrent(() => {
        if (this.#status === 'ok' && !this.isPolling) this.#options.onNotice('closed');
        this.#drop();
        this.#setStatus('closed', 'init');
        this.#scheduleReconnect();
      }),
      onTurn: whileCurrent(() => this.#emit('turn')),
      onSocketBack: whileCurrent(() => {
        this.#drop();
        this.#setStatus('closed', 'init');
        this.#connect();
      }),
    };
  }

  #ping(): void {
    this.send('server.ping', [], (error) => {
      if (error) this.restart();
    });
  }

  #receive(data: unknown): void {
    this.#lastFrameAt = Date.now();
    if (typeof data !== 'string') return;
    const frame = parseFrame(data);
    if (frame === null) return;
    if (frame.method !== undefined) {
      this.#handlers.get(frame.method)?.(frame.params ?? []);
      return;
    }
    this.#pending.answer(frame.id, frame.error ?? null, frame.result);
  }

  /** Drops the line; pending calls are rejected. */
  #drop(): void {
    this.#authRound++;
    this.#lineRound++;
    if (this.#authTimer) clearTimeout(this.#authTimer);
    if (this.#pingTimer) clearInterval(this.#pingTimer);
    const line = this.#line;
    this.#line = null;
    line?.close();
    this.#pending.rejectAll();
  }

  #scheduleReconnect(): void {
    if (this.#stopped) return;
    const delay = reconnectDelayMs(this.#failedAuths, this.#options.random());
    this.#reconnectTimer = setTimeout(() => this.#connect(), delay);
  }

  #setStatus(status: SocketStatus, auth: AuthStatus): void {
    if (status === this.#status && auth === this.#auth) return;
    this.#status = status;
    this.#auth = auth;
    this.#emit('status');
  }

  #emit(event: ConnectionEvent): void {
    for (const listener of [...this.#listeners[event]]) listener();
  }
}
