/**
 * The line where no socket gets through: it speaks as the socket does, and asks by HTTP. A subscription is answered with one push of
 * what there is now; at each turn the feeds subscribe again. Meanwhile it tries the socket, ever more slowly.
 */
import { type SocketAnswers, socketQueriesMax } from '@pelican/shared/contracts/system';
import { ApiError } from '../api/api-error.ts';
import { serverNow, setServerTime } from '../platform/clock.ts';
import { type Line, type PollingEvents, pollMs } from './lines.ts';
import { type Query, queriesOf } from './polling-queries.ts';
import { parseFrame } from './rpc-frames.ts';
import { type RpcError, rpcCode } from './wire.ts';

/** What the feeds ask for at once goes out in one call. */
const gatherMs = 20;
const probeDelaysMs = [0, 5_000, 15_000, 30_000, 60_000];

export interface PollingOptions {
  events: PollingEvents;
  /** @throws ApiError */
  ask: (calls: readonly AskedCall[], token: string | null) => Promise<SocketAnswers>;
  /** Whether a socket carries anything. */
  probe: () => Promise<boolean>;
}

export interface AskedCall extends Query {
  id: number;
}

type Answer = Pick<SocketAnswers['answers'][number], 'error' | 'result'>;

interface WaitingCall extends AskedCall {
  onAnswer: (answer: Answer) => void;
}

interface Request {
  id: number;
  method: string;
  params: unknown[];
}

const success = { status: 'success' };

export class PollingLine implements Line {
  readonly isPolling = true;
  readonly #options: PollingOptions;
  #isOpen = false;
  #isClosed = false;
  #token: string | null = null;
  #refusedToken: string | null = null;
  #nextId = 1;
  #waiting: WaitingCall[] = [];
  #gatherTimer: ReturnType<typeof setTimeout> | null = null;
  #turnTimer: ReturnType<typeof setTimeout> | null = null;
  /** Requests without an answer yet. */
  #asking = 0;
  #probeTimer: ReturnType<typeof setTimeout> | null = null;

  /** Opens once the server has answered by HTTP. */
  constructor(options: PollingOptions) {
    this.#options = options;
    this.#askSoon();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  send(text: string): void {
    const { id, method = '', params = [] } = parseFrame(text) ?? {};
    // Answers come after what has sent the request is done, as a socket's do.
    queueMicrotask(() => this.#take({ id: id as number, method, params }));
  }

  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
    for (const timer of [this.#gatherTimer, this.#turnTimer, this.#probeTimer]) if (timer !== null) clearTimeout(timer);
  }

  #take(request: Request): void {
    const { id, method, params } = request;
    if (this.#isClosed) return;
    if (method === 'server.ping') this.#answer(id, null, 'pong');
    else if (method === 'server.auth') this.#authorize(id, params[0] as string);
    else if (method.endsWith('.query')) {
      this.#ask({ method, params }, ({ error, result }) => this.#answer(id, error, result));
    } else if (method === 'heartbeat.subscribe') {
      this.#answer(id, null, success);
      this.#askSoon();
    } else this.#subscribe(request);
  }

  /** The token goes with the calls; one that was refused is refused again. */
  #authorize(id: number, token: string): void {
    this.#token = token;
    if (token !== this.#refusedToken) this.#answer(id, null, success);
    else this.#answer(id, { code: rpcCode.tokenRefused, message: 'the token was refused' }, null);
  }

  /** Answered with the first answer, refused when all are. What is pushed to users only is asked for by its feed. */
  #subscribe({ id, method, params }: Request): void {
    const queries = queriesOf(method, params, Math.floor(serverNow() / 1_000));
    if (queries.length === 0) this.#answer(id, null, success);
    let left = queries.length;
    let isAnswered = false;
    for (const { push, ...query } of queries) {
      this.#ask(query, ({ error, result }) => {
        left--;
        if (!isAnswered && (error === null || left === 0)) {
          isAnswered = true;
          this.#answer(id, error, error === null ? success : null);
        }
        if (error === null) this.#push(method.replace('.subscribe', '.update'), push(result));
      });
    }
  }

  #ask(query: Query, onAnswer: WaitingCall['onAnswer']): void {
    this.#waiting.push({ ...query, id: this.#nextId++, onAnswer });
    this.#askSoon();
  }

  #askSoon(): void {
    this.#gatherTimer ??= setTimeout(() => void this.#askAll(), gatherMs);
  }

  async #askAll(): Promise<void> {
    this.#gatherTimer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#asking++;
    do await this.#askSome(waiting.splice(0, socketQueriesMax));
    while (waiting.length > 0 && !this.#isClosed);
    this.#asking--;
    if (this.#isOpen) this.#turnLater();
  }

  /** So long after the last answer: a slow network is not asked before it has answered. */
  #turnLater(): void {
    if (this.#turnTimer) clearTimeout(this.#turnTimer);
    this.#turnTimer = setTimeout(() => {
      this.#turnLater();
      if (this.#asking === 0) this.#options.events.onTurn();
    }, pollMs);
  }

  async #askSome(calls: readonly WaitingCall[]): Promise<void> {
    const token = this.#token;
    try {
      const asked = calls.map(({ id, method, params }) => ({ id, method, params }));
      const { time, answers } = await this.#options.ask(asked, token);
      if (this.#isClosed) return;
      setServerTime(time * 1_000);
      this.#opened();
      this.#push('heartbeat.update', [time]);
      const byId = new Map(answers.map((answer) => [answer.id, answer]));
      for (const { id, onAnswer } of calls) onAnswer(byId.get(id) ?? refused(rpcCode.serviceTimeout));
      if (answers.some(({ error }) => error?.code === rpcCode.unauthorized)) this.#refuse(token);
    } catch (error) {
      if (!this.#isClosed) this.#fail(calls, error);
    }
  }

  #opened(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#probeLater(0);
    this.#options.events.onOpen();
  }

  /** Without an answer of the server the line is at its end; a refusal is each call's. */
  #fail(calls: readonly WaitingCall[], error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    if (status >= 400 && status < 500 && this.#isOpen) {
      for (const { onAnswer } of calls) onAnswer(refused(rpcCode.tooMany));
      return;
    }
    this.close();
    this.#options.events.onClose();
  }

  /** As the socket does when a sign-in ends: the connection brings another token, if there is one. */
  #refuse(token: string | null): void {
    if (token === null || token !== this.#token || token === this.#refusedToken) return;
    this.#refusedToken = token;
    this.#push('server.deauthed', ['ended']);
  }

  #probeLater(attempt: number): void {
    const delayMs = probeDelaysMs[attempt] ?? (probeDelaysMs.at(-1) as number);
    this.#probeTimer = setTimeout(() => void this.#probe(attempt), delayMs);
  }

  async #probe(attempt: number): Promise<void> {
    const isBack = await this.#options.probe();
    if (this.#isClosed) return;
    if (isBack) this.#options.events.onSocketBack();
    else this.#probeLater(attempt + 1);
  }

  #answer(id: number, error: RpcError | null, result: unknown): void {
    this.#options.events.onFrame(JSON.stringify({ id, error, result }));
  }

  #push(method: string, params: unknown[]): void {
    this.#options.events.onFrame(JSON.stringify({ id: null, method, params }));
  }
}

function refused(code: number): Answer {
  return { error: { code, message: 'refused', name: 'refused' }, result: null };
}
