/** Two people who trade with each other and move money to and fro, note every answer, and repeat what had none. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../scripts/services/process.ts';
import type { RunningExchange } from '../support/exchange.ts';
import { type Answer, HttpSession } from './http-session.ts';
import type { Load, Outcome, People } from './shard-under-fault.ts';

/** A call with the key that makes its repetition harmless. */
interface Call {
  key: string;
  send(): Promise<Answer>;
  answer: Answer;
}

/** What the people of a shard do. */
export interface Trading {
  /** Asked anew for each load. */
  open(exchange: RunningExchange): Promise<TradingSession>;
}

export interface TradingSession {
  /** The path and body of the n-th order. */
  order(n: number, clientId: string): { path: string; body: object };
  /** Changes an order, where the shard's load does. */
  amend?(session: HttpSession, id: number, clientId: string): Promise<Answer>;
  /** Cancels an order. */
  cancel(session: HttpSession, id: number): Promise<Answer>;
  /** The n-th transfer of a person: there, and back again. */
  transfer(n: number): { path: string; body: object };
}

const repeatMsMax = 40_000;
const repeatedAtOnce = 16;
/** Of a repeated call these say only that the repetition changed nothing: the first attempt may have taken effect. */
const passingRefusals = new Set(['service_unavailable', 'overloaded', 'exchange_halted', 'too_many_requests']);

export class TradingLoad implements Load {
  /** Every order by its client id, and every transfer by its idempotency key. */
  readonly orders = new Map<string, Call>();
  readonly transfers = new Map<string, Call>();
  /** Every change of an order by its client id. */
  readonly amendments = new Map<string, Call>();
  /** Orders whose cancellation was acknowledged. */
  readonly cancelled = new Set<number>();
  acknowledgedCount = 0;
  readonly #name: string;
  readonly #stopping = new AbortController();
  readonly #people: Promise<void>[] = [];
  #count = 0;

  readonly #trading: TradingSession;

  private constructor(name: string, trading: TradingSession) {
    this.#name = name;
    this.#trading = trading;
  }

  static async start(
    exchange: RunningExchange,
    name: string,
    trading: Trading,
    { tradersPerUser, pauseMs }: People,
  ): Promise<TradingLoad> {
    const load = new TradingLoad(name, await trading.open(exchange));
    for (const email of ['alice@demo.local', 'bob@demo.local']) {
      const session = await HttpSession.signIn(exchange.url, email);
      for (let i = 0; i < tradersPerUser; i++) load.#people.push(load.#trade(session, pauseMs));
      load.#people.push(load.#transfer(session, pauseMs));
    }
    return load;
  }

  async stop(): Promise<Outcome> {
    this.#stopping.abort();
    await Promise.all(this.#people);
    const calls = [...this.orders.values(), ...this.amendments.values(), ...this.transfers.values()];
    const unclear = calls.filter(({ answer }) => answer.kind === 'unknown');
    // A fault of some seconds leaves hundreds: one after the other they would take minutes on a busy machine.
    const waiting = unclear.values();
    const repeatWaiting = async () => {
      for (const call of waiting) await this.#repeat(call);
    };
    await Promise.all(Array.from({ length: repeatedAtOnce }, repeatWaiting));
    return { acknowledgedCount: this.acknowledgedCount, repeatedCount: unclear.length };
  }

  async #trade(session: HttpSession, pauseMs: number): Promise<void> {
    const resting: number[] = [];
    while (!this.#isStopping) {
      const answer = await this.#send(this.orders, this.#nextOrder(session));
      if (answer.kind === 'accepted') resting.push(answer.id);
      if (resting.length > 3) await this.#amend(session, resting[0] ?? 0);
      if (resting.length > 5) await this.#cancel(session, resting.shift() ?? 0);
      await delay(pauseMs);
    }
  }

  async #transfer(session: HttpSession, pauseMs: number): Promise<void> {
    for (let n = 0; !this.#isStopping; n++) {
      const key = `${this.#name}-transfer-${this.#count++}`;
      const { path, body } = this.#trading.transfer(n);
      const send = () => session.call('POST', path, body, { 'idempotency-key': key });
      await this.#send(this.transfers, { key, send, answer: { kind: 'unknown' } });
      await delay(pauseMs);
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #send(calls: Map<string, Call>, call: Call): Promise<Answer> {
    calls.set(call.key, call);
    call.answer = await call.send();
    if (call.answer.kind === 'accepted') this.acknowledgedCount++;
    // A part is away: not the moment to call as fast as possible.
    else await delay(100);
    return call.answer;
  }

  #nextOrder(session: HttpSession): Call {
    const n = this.#count++;
    const key = `${this.#name}-${n}`;
    const { path, body } = this.#trading.order(n, key);
    return { key, send: () => session.call('POST', path, body), answer: { kind: 'unknown' } };
  }

  async #amend(session: HttpSession, id: number): Promise<void> {
    const { amend } = this.#trading;
    if (!amend) return;
    const key = `${this.#name}-change-${this.#count++}`;
    await this.#send(this.amendments, { key, send: () => amend(session, id, key), answer: { kind: 'unknown' } });
  }

  async #cancel(session: HttpSession, id: number): Promise<void> {
    const answer = await this.#trading.cancel(session, id);
    if (answer.kind === 'accepted') this.cancelled.add(id);
  }

  /**
   * The exchange is whole again: the same call must be answered, and by what it may have made before. A transfer that
   * the outbox has yet to deliver may be unknown once more.
   */
  async #repeat(call: Call): Promise<void> {
    const isAnswered = async () => {
      const answer = await call.send();
      if (answer.kind === 'refused' && passingRefusals.has(answer.code)) return false;
      call.answer = answer;
      return answer.kind !== 'unknown';
    };
    await until(`${call.key} is answered when it is repeated`, isAnswered, repeatMsMax);
    if (call.answer.kind === 'accepted') this.acknowledgedCount++;
  }
}
