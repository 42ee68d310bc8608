/** An operator's feed of prices: a JSON document that is polled, or a socket that is subscribed to. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import type { FeedConfig } from '../source-settings.ts';
import { FeedGuard } from './feed-guard.ts';
import { readPrice, readTime, type SourcePrice, valueAt } from './source-price.ts';

const askTimeoutMs = 3_000;
const answerBytesMax = 1024 * 1024;
const reconnectMs = { first: 250, most: 5_000 };
/** A socket without a message for this long is opened again. */
const silenceMsMax = 10_000;

export class Feed {
  readonly #id: string;
  readonly #config: FeedConfig;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #guard = new FeedGuard();
  readonly #closing = new AbortController();
  /** The last failure, so that each is logged once and not every second. */
  #trouble = '';

  constructor(id: string, config: FeedConfig, log: Pick<Logger, 'warn'>) {
    this.#id = id;
    this.#config = config;
    this.#log = log;
    const run = /^ws/.test(config.url) ? this.#listen : this.#poll;
    run.call(this).catch((error: unknown) => log.warn({ err: error, source: id }, 'the feed has ended'));
  }

  get latest(): SourcePrice | undefined {
    return this.#guard.latest;
  }

  close(): void {
    this.#closing.abort();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const askedMs = performance.now();
      await this.#ask().then(
        (text) => this.#take(text),
        (error: Error) => this.#report(error.message),
      );
      const restMs = Math.max(0, this.#config.pollMs - (performance.now() - askedMs));
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #ask(): Promise<string> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(askTimeoutMs)]);
    const answer = await fetch(this.#config.url, { signal, redirect: 'error' });
    if (answer.status !== 200) throw new Error(`it answers ${answer.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > answerBytesMax) throw new Error(`its answer is longer than ${answerBytesMax} bytes`);
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = reconnectMs.first; !signal.aborted; pauseMs = Math.min(pauseMs * 2, reconnectMs.most)) {
      if (await this.#listenOnce()) pauseMs = reconnectMs.first;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves when the socket is closed: true when it brought anything. */
  #listenOnce(): Promise<boolean> {
    const { url, send } = this.#config;
    const socket = new WebSocket(url, { handshakeTimeout: askTimeoutMs, maxPayload: answerBytesMax });
    const stop = () => socket.terminate();
    this.#closing.signal.addEventListener('abort', stop, { once: true });
    const silence = setTimeout(stop, silenceMsMax);
    let brought = false;
    socket.on('open', () => send !== undefined && socket.send(send));
    socket.on('message', (data) => {
      brought = true;
      silence.refresh();
      this.#take(String(data));
    });
    socket.on('error', (error) => this.#report(error.message));
    return new Promise((resolve) => {
      socket.on('close', () => {
        clearTimeout(silence);
        this.#closing.signal.removeEventListener('abort', stop);
        resolve(brought);
      });
    });
  }

  #take(text: string): void {
    const document = parse(text);
    const { pricePath, timePath, url } = this.#config;
    const price = readPrice(valueAt(document, pricePath));
    if (price === undefined) {
      // A socket sends other messages than prices, too.
      if (!/^ws/.test(url)) this.#report(`there is no price at ${pricePath}`);
      return;
    }
    const timeMs = timePath === undefined ? undefined : readTime(valueAt(document, timePath));
    if (timePath !== undefined && timeMs === undefined) {
      this.#report(`there is no time at ${timePath}`);
      return;
    }
    const verdict = this.#guard.offer(price, timeMs, Date.now());
    if (verdict === 'taken') this.#trouble = '';
    else this.#report(`a price is not believed: ${verdict}`);
  }

  #report(trouble: string): void {
    if (this.#trouble === trouble || this.#closing.signal.aborted) return;
    this.#trouble = trouble;
    this.#log.warn({ source: this.#id, trouble }, 'an index source is in trouble');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
