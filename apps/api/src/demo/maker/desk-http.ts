/** A desk's signed HTTP calls, as any bot would make them with an API key. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DeskKey } from './desk-connection.ts';

const answerTimeoutMs = 10_000;

export interface DeskAnswer {
  status: number;
  body: unknown;
}

export class DeskHttp {
  readonly #url: string;
  readonly #key: DeskKey;

  constructor(url: string, key: DeskKey) {
    this.#url = url;
    this.#key = key;
  }

  /** @throws Error when nothing comes within 10 s, or a refusal */
  async get(path: string): Promise<unknown> {
    const { status, body } = await this.#call('GET', path, '');
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** A refusal is an answer too. @throws Error when nothing comes within 10 s */
  post(path: string, body: object): Promise<DeskAnswer> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  async #call(method: 'GET' | 'POST', path: string, body: string): Promise<DeskAnswer> {
    const timestamp = String(Date.now());
    const nonce = randomUUID();
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const signature = createHmac('sha256', this.#key.secret)
      .update(['pelican-2', timestamp, nonce, method, path, bodyHash].join('\n'))
      .digest('hex');
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        'x-api-key': this.#key.key,
        'x-api-timestamp': timestamp,
        'x-api-nonce': nonce,
        'x-api-signature': signature,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return { status: response.status, body: await response.json() };
  }
}
