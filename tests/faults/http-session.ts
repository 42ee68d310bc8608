/** A person's calls over HTTP, and what the person knows of each afterwards. */
import { demoPassword } from '@pelican/api/src/demo/users.ts';

/** accepted: it took effect. refused: it did not. unknown: nobody has said. */
export type Answer = { kind: 'accepted'; id: number } | { kind: 'refused'; code: string } | { kind: 'unknown' };

/** Codes that promise that nothing was changed. */
const refusals = new Set([
  'service_unavailable',
  'overloaded',
  'exchange_halted',
  'too_many_requests',
  'insufficient_balance',
  'size_below_filled',
  'unauthorized',
  // Of the perpetual shard: what it says while the index is away, and to who closes what is not there.
  'close_only',
  'untrusted_leg',
  'price_limit',
  'insufficient_position',
  'insufficient_margin',
  'bankruptcy_guard',
  'already_done',
  'too_many_open_orders',
]);
const requestMsMax = 15_000;

export class HttpSession {
  readonly email: string;
  readonly #url: string;
  readonly #accessToken: string;

  private constructor(url: string, email: string, accessToken: string) {
    this.#url = url;
    this.email = email;
    this.#accessToken = accessToken;
  }

  static async signIn(url: string, email: string): Promise<HttpSession> {
    const ask = () => new HttpSession(url, email, '').send('POST', '/v2/login', { email, password: demoPassword });
    // Each hashes a password: on a machine that does much else an answer may take longer than a call waits.
    const answer = (await ask()) ?? (await ask()) ?? (await ask());
    if (answer?.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(answer)}`);
    return new HttpSession(url, email, String(answer.body.access_token));
  }

  /** Sends a call whose success answers the id of what it made. @throws Error for an answer that no call should get */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.send(method, path, body, headers);
    if (answer === undefined) return { kind: 'unknown' };
    if (answer.status === 200) return { kind: 'accepted', id: Number(answer.body.id) };
    const code = String(answer.body.code);
    if (code === 'outcome_unknown') return { kind: 'unknown' };
    if (refusals.has(code) || answer.status === 404) return { kind: 'refused', code };
    throw new Error(`${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** The answer, or undefined when none came: the connection broke or took too long. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(this.#accessToken === '' ? {} : { authorization: `Bearer ${this.#accessToken}` }),
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
}
