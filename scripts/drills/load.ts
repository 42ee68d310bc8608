/** Two users who trade with each other without a pause, through whichever API process answers, as behind a proxy. */
import { setTimeout as delay } from 'node:timers/promises';

const attemptMsMax = 1_000;
/** For what must not be repeated, or is slow because it hashes a password. */
const patientMsMax = 30_000;
const attemptsEveryMs = 50;
const ordersEveryMs = 40;

interface Trader {
  email: string;
  token: string;
}

export interface Phase {
  name: string;
  orders: number;
  /** The longest that a caller waited for the answer to an order, repeats included. */
  longestMs: number;
}

export class Load {
  /** Ids of the orders that were acknowledged. */
  readonly acknowledged: number[] = [];
  readonly #urls: readonly string[];
  readonly #pair: string;
  #phase: Phase = { name: 'start', orders: 0, longestMs: 0 };
  #isStopping = false;
  #running: Promise<unknown> | undefined;
  #preferred = 0;

  /** @param urls of the API processes */
  constructor(urls: readonly string[], pair: string) {
    this.#urls = urls;
    this.#pair = pair;
  }

  async register(email: string, password: string): Promise<void> {
    const body = {
      email,
      phone: '+49 1512 3456789',
      password,
      password_confirmation: password,
      country: 'DE',
      terms: true,
    };
    await this.#call('/v2/register', body, patientMsMax);
  }

  async signIn(email: string, password: string): Promise<Trader> {
    const answer = await this.#call('/v2/login', { email, password }, patientMsMax);
    const { access_token: token } = answer as { access_token: string };
    return { email, token };
  }

  /** One sells, the other buys, at one price. */
  start([seller, buyer]: readonly [Trader, Trader]): void {
    this.#running = Promise.all([this.#trade(seller, 'sell'), this.#trade(buyer, 'buy')]);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Runs `work` under the load. @returns what the load felt meanwhile */
  async during(name: string, work: () => Promise<unknown>): Promise<Phase> {
    const phase = { name, orders: 0, longestMs: 0 };
    this.#phase = phase;
    await work();
    return phase;
  }

  /** Calls until one of the API processes answers with success. @throws Error when it refuses */
  async #call(path: string, body: unknown, msMax: number, token?: string): Promise<unknown> {
    for (;;) {
      const answer = await this.#attempt(path, body, msMax, token);
      if (answer) return answer;
      this.#preferred = (this.#preferred + 1) % this.#urls.length;
      await delay(attemptsEveryMs);
    }
  }

  /** Undefined when there was no answer, or one that asks for another try. */
  async #attempt(path: string, body: unknown, msMax: number, token?: string): Promise<unknown> {
    const url = `${this.#urls[this.#preferred]}${path}`;
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    let status: number;
    let text: string;
    try {
      const signal = AbortSignal.timeout(msMax);
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
      status = response.status;
      text = await response.text();
    } catch {
      return undefined;
    }
    if (status === 503 || status === 504 || status === 429) return undefined;
    if (status !== 200) throw new Error(`POST ${path} answered ${status} ${text}`);
    return JSON.parse(text);
  }

  async #trade(trader: Trader, direction: 'buy' | 'sell'): Promise<void> {
    for (let n = 1; !this.#isStopping; n++) {
      const order = {
        pair: this.#pair,
        direction,
        price: '100',
        amount: '0.001',
        client_id: `drill-${direction}-${n}`,
      };
      const startedMs = performance.now();
      const phase = this.#phase;
      const { id } = (await this.#call('/v2/order', order, attemptMsMax, trader.token)) as { id: number };
      this.acknowledged.push(Number(id));
      for (const felt of new Set([phase, this.#phase])) {
        felt.orders++;
        felt.longestMs = Math.max(felt.longestMs, Math.round(performance.now() - startedMs));
      }
      await delay(ordersEveryMs);
    }
  }
}
