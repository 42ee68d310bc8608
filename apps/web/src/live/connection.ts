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

export const authTimeoutNotice = 'Authorization service is timeout. Trying to fix this.';
export const closedNotice = 'WebSocket for trading server is closed';

export interface ConnectionOptions {
  url: () => string;
  /** A valid access token, or null when signed out; another one than `refused` if there can be one. */
  accessToken: (refused: string | null) => Promise<string | null>;
  onNotice: (text: string) => void;
  /** Client type, sent with server.auth. */
  source?: string;
  pingMs?: number;
  answerTimeoutMs?: number;
  authRetryMs?: number;
  random?: () => number;
}

interface PendingCall {
  /** With the result as it came. */
  onAnswer: (error: RpcError | null, result: unknown) => void;
  timer: ReturnType<typeof setTimeout>;
}

type ConnectionEvent = 'status' | 'open' | 'authorized';

/**
 * One JSON-RPC socket that stays up: it connects again when it falls, pings, authorises, and notifies its listeners when
 * there is a fresh socket ('open') or a fresh authorisation ('authorized') to subscribe on.
 */
export class SocketConnection {
  readonly #options: Required<ConnectionOptions>;
  readonly #handlers = new Map<string, (params: unknown[]) => void>();
  readonly #listeners: Record<ConnectionEvent, Set<() => void>> = {
    status: new Set(),
    open: new Set(),
    authorized: new Set(),
  };
  readonly #pending = new Map<number, PendingCall>();
  #socket: WebSocket | null = null;
  #status: SocketStatus = 'init';
  #auth: AuthStatus = 'init';
  #nextId = 1;
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
  }

  get status(): SocketStatus {
    return this.#status;
  }

  get auth(): AuthStatus {
    return this.#auth;
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
    if (this.#stopped || this.#socket === null) return;
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
    const socket = this.#socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    const id = this.#nextId++;
    const timer = setTimeout(() => {
      this.#pending.delete(id);
      onAnswer({ code: 5, message: 'service timeout' }, null);
    }, this.#options.answerTimeoutMs);
    this.#pending.set(id, { onAnswer: onAnswer as PendingCall['onAnswer'], timer });
    socket.send(JSON.stringify({ id, method, params }));
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
        this.#options.onNotice(authTimeoutNotice);
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
    const socket = new WebSocket(this.#options.url());
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return;
      this.#lastFrameAt = Date.now();
      this.#pingTimer = setInterval(() => this.#ping(), this.#options.pingMs);
      this.#setStatus('ok', 'init');
      this.#emit('open');
      void this.authorize();
    });
    socket.addEventListener('message', (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    });
    socket.addEventListener('close', () => {
      if (socket !== this.#socket) return;
      if (this.#status === 'ok') this.#options.onNotice(closedNotice);
      this.#drop();
      this.#setStatus('closed', 'init');
      this.#scheduleReconnect();
    });
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
    const call = this.#pending.get(frame.id as number);
    if (call === undefined) return;
    this.#pending.delete(frame.id as number);
    clearTimeout(call.timer);
    call.onAnswer(frame.error ?? null, frame.result);
  }

  /** Drops the socket; pending calls are rejected. */
  #drop(): void {
    this.#authRound++;
    if (this.#authTimer) clearTimeout(this.#authTimer);
    if (this.#pingTimer) clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of calls) {
      clearTimeout(call.timer);
      call.onAnswer({ code: 0, message: 'Socket is closed' }, null);
    }
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
