/** A signed-in person's calls over HTTP, for tests that look at the exchange from the outside. */
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { demoPassword } from './browser.ts';

export interface ApiAnswer<Body> {
  status: number;
  body: Body;
}

interface List<Item> {
  result: Item[];
  total: number;
}

export class ApiSession {
  readonly accessToken: string;
  readonly #url: string;

  private constructor(url: string, accessToken: string) {
    this.#url = url;
    this.accessToken = accessToken;
  }

  /** @throws Error when the exchange does not let the person in */
  static async signIn(url: string, email: string, password = demoPassword): Promise<ApiSession> {
    const { status, body } = await new ApiSession(url, '').post<{ access_token: string }>('/v2/login', {
      email,
      password,
    });
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`);
    return new ApiSession(url, body.access_token);
  }

  get<Body>(path: string): Promise<ApiAnswer<Body>> {
    return this.#send('GET', path);
  }

  post<Body>(path: string, body: unknown): Promise<ApiAnswer<Body>> {
    return this.#send('POST', path, body);
  }

  delete<Body>(path: string): Promise<ApiAnswer<Body>> {
    return this.#send('DELETE', path);
  }

  /** A limit order that must be accepted. */
  async limit(pair: string, direction: 'buy' | 'sell', price: string, amount: string): Promise<SpotOrder> {
    const { status, body } = await this.post<SpotOrder>('/v2/order', { pair, direction, price, amount });
    if (status !== 200) throw new Error(`order refused: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async cancelAll(): Promise<void> {
    await this.delete('/v2/order/deleteall');
  }

  async openOrders(): Promise<SpotOrder[]> {
    return (await this.get<List<SpotOrder>>('/v2/order')).body.result;
  }

  async finishedOrders(): Promise<SpotOrder[]> {
    return (await this.get<List<SpotOrder>>('/v2/order/finished')).body.result;
  }

  async trades(): Promise<SpotTrade[]> {
    return (await this.get<List<SpotTrade>>('/v2/history')).body.result;
  }

  /** One asset's row of GET /v3/profile/balance. */
  async balance(ticker: string): Promise<Record<string, string>> {
    const { body } = await this.get<List<Record<string, string>>>('/v3/profile/balance');
    return body.result.find((row) => row.ticker === ticker) as Record<string, string>;
  }

  async #send<Body>(method: string, path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(this.accessToken === '' ? {} : { authorization: `Bearer ${this.accessToken}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }
}
