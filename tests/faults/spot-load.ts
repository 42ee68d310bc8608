/** Two people who trade LTC_USDT with each other over HTTP, note every answer, and repeat what had none. */
import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '@pelican/api/src/demo/listings.ts';
import type { RunningExchange } from '../support/exchange.ts';
import type { Load, Outcome } from './shard-under-fault.ts';

interface OrderRequest {
  pair: string;
  direction: 'buy' | 'sell';
  price: string;
  amount: string;
  client_id: string;
}

type Answer = { kind: 'accepted'; id: number } | { kind: 'refused'; code: string } | { kind: 'unknown' };

interface Call {
  session: Session;
  request: OrderRequest;
  answer: Answer;
}

interface Session {
  email: string;
  accessToken: string;
}

/** Codes that promise that nothing was changed. */
const refusals = new Set(['service_unavailable', 'too_many_requests', 'insufficient_balance', 'unauthorized']);
const callersPerUser = 6;
const requestMsMax = 15_000;

export class SpotLoad implements Load {
  /** Every order by its client id, with the last thing its caller heard. */
  readonly calls = new Map<string, Call>();
  /** Orders whose cancellation was acknowledged. */
  readonly cancelled = new Set<number>();
  acknowledgedCount = 0;
  readonly #url: string;
  readonly #name: string;
  readonly #stopping = new AbortController();
  #callers: Promise<void>[] = [];
  #count = 0;

  private constructor(url: string, name: string) {
    this.#url = url;
    this.#name = name;
  }

  static async start(exchange: RunningExchange, name: string): Promise<SpotLoad> {
    const load = new SpotLoad(exchange.url, name);
    for (const email of ['alice@demo.local', 'bob@demo.local']) {
      const session = await signIn(exchange.url, email);
      for (let i = 0; i < callersPerUser; i++) load.#callers.push(load.#call(session));
    }
    return load;
  }

  async stop(): Promise<Outcome> {
    this.#stopping.abort();
    await Promise.all(this.#callers);
    const unclear = [...this.calls.values()].filter(({ answer }) => answer.kind === 'unknown');
    for (const call of unclear) await this.#repeat(call);
    return { acknowledgedCount: this.acknowledgedCount, repeatedCount: unclear.length };
  }

  async #call(session: Session): Promise<void> {
    const resting: number[] = [];
    while (!this.#stopping.signal.aborted) {
      const request = this.#nextOrder();
      const call: Call = { session, request, answer: { kind: 'unknown' } };
      this.calls.set(request.client_id, call);
      call.answer = await this.#place(call);
      if (call.answer.kind === 'accepted') {
        this.acknowledgedCount++;
        resting.push(call.answer.id);
        if (resting.length > 5) await this.#cancel(session, resting.shift() ?? 0);
      } else {
        // A part is away: not the moment to call as fast as possible.
        await delay(20);
      }
    }
  }

  #nextOrder(): OrderRequest {
    const n = this.#count++;
    const cents = 10_000 + ((n * 7) % 41) - 20;
    return {
      pair: 'LTC_USDT',
      direction: n % 2 === 0 ? 'buy' : 'sell',
      price: (cents / 100).toFixed(2),
      amount: `0.0${1 + (n % 9)}`,
      client_id: `${this.#name}-${n}`,
    };
  }

  async #place({ session, request }: Call): Promise<Answer> {
    const answer = await send(this.#url, session, 'POST', '/v2/order', request);
    if (answer === undefined) return { kind: 'unknown' };
    if (answer.status === 200) return { kind: 'accepted', id: Number(answer.body.id) };
    const code = String(answer.body.code);
    if (code === 'outcome_unknown') return { kind: 'unknown' };
    if (refusals.has(code)) return { kind: 'refused', code };
    throw new Error(`an order was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async #cancel(session: Session, id: number): Promise<void> {
    const answer = await send(this.#url, session, 'DELETE', `/v2/order/${id}`);
    if (answer?.status === 200) this.cancelled.add(id);
  }

  /** The exchange is whole again: the same call must be answered, and by the order that it may have placed before. */
  async #repeat(call: Call): Promise<void> {
    call.answer = await this.#place(call);
    if (call.answer.kind === 'unknown') throw new Error(`${call.request.client_id} has no answer when repeated either`);
    if (call.answer.kind === 'accepted') this.acknowledgedCount++;
  }
}

async function signIn(url: string, email: string): Promise<Session> {
  const session = { email, accessToken: '' };
  const answer = await send(url, session, 'POST', '/v2/login', { email, password: demoPassword });
  if (answer?.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(answer)}`);
  return { email, accessToken: String(answer.body.access_token) };
}

/** The answer, or undefined when none came: the connection broke or took too long. */
async function send(
  url: string,
  session: Session,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(session.accessToken === '' ? {} : { authorization: `Bearer ${session.accessToken}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMsMax),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
