/**
 * One process on virtual time: every timer, `setImmediate`, `performance.now` and `Date.now` of the code under test
 * follows this clock. Time stands still while anything is ready to run and then jumps to the next timer, so a run of
 * minutes takes milliseconds, and the same seed gives the same order of events.
 */
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

interface Timer {
  id: number;
  atMs: number;
  /** Of an interval; 0: fires once. */
  everyMs: number;
  run(): void;
}

/** What `setTimeout` returns in Node, as far as the code under test uses it. */
class TimerHandle {
  /** Does nothing to a timer that has fired, or to those of a later world. */
  readonly cancel: () => void;
  constructor(cancel: () => void) {
    this.cancel = cancel;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

type Callback = (...values: unknown[]) => void;

interface WaitOptions {
  signal?: AbortSignal;
}

/** Timers in order of their time, then of their age. */
class TimerQueue {
  readonly #heap: Timer[] = [];

  get first(): Timer | undefined {
    return this.#heap[0];
  }

  push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  shift(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child++;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.id < b.id);
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  dateNow: Date.now,
  delay: timersPromises.setTimeout,
  immediate: timersPromises.setImmediate,
};

/** Waits until all promises that can settle have settled. */
export function settlePromises(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

export class VirtualTime {
  readonly #startMs: number;
  #nowMs = 0;
  #lastId = 0;
  #queue = new TimerQueue();
  #cancelled = new Set<number>();

  /** @param startMs the wall clock at the beginning, Unix milliseconds */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Milliseconds since the beginning. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Unix milliseconds. */
  get wallMs(): number {
    return this.#startMs + Math.floor(this.#nowMs);
  }

  /** Calls back after that many virtual milliseconds. */
  after(ms: number, run: () => void): void {
    this.#add(ms, 0, run);
  }

  /** Resolves after that many virtual milliseconds. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Replaces the timers of this process until the returned function is called. */
  install(): () => void {
    const handleOf = (id: number) => new TimerHandle(() => this.#cancelled.add(id));
    const timeout = (run: Callback, ms = 0, ...values: unknown[]) => handleOf(this.#add(ms, 0, () => run(...values)));
    const interval = (run: Callback, ms = 0, ...values: unknown[]) =>
      handleOf(this.#add(ms, Math.max(1, ms), () => run(...values)));
    const clear = (handle?: TimerHandle) => handle?.cancel();
    Object.assign(globalThis, {
      setTimeout: timeout,
      setInterval: interval,
      setImmediate: (run: Callback, ...values: unknown[]) => timeout(run, 0, ...values),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    });
    Date.now = () => this.wallMs;
    Object.defineProperty(performance, 'now', { value: () => this.#nowMs, configurable: true, writable: true });
    Object.assign(timersPromises, {
      setTimeout: (ms = 0, value?: unknown, options?: WaitOptions) => this.#delay(ms, value, options),
      setImmediate: (value?: unknown, options?: WaitOptions) => this.#delay(0, value, options),
    });
    syncBuiltinESMExports();
    return uninstall;
  }

  /**
   * Runs until `isDone` holds, looked at between two timers.
   * @returns false when the virtual time `untilMs` has come or nothing is left to wait for
   */
  async run(untilMs: number, isDone: () => boolean = () => false): Promise<boolean> {
    for (;;) {
      await settlePromises();
      if (isDone()) return true;
      const next = this.#nextTimer();
      if (!next || next.atMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs);
        return false;
      }
      this.#queue.shift();
      this.#nowMs = next.atMs;
      if (next.everyMs > 0) this.#queue.push({ ...next, atMs: next.atMs + next.everyMs });
      next.run();
    }
  }

  #nextTimer(): Timer | undefined {
    let next = this.#queue.first;
    while (next && this.#cancelled.delete(next.id)) {
      this.#queue.shift();
      next = this.#queue.first;
    }
    return next;
  }

  #add(ms: number, everyMs: number, run: () => void): number {
    const id = ++this.#lastId;
    this.#queue.push({ id, atMs: this.#nowMs + Math.max(0, ms), everyMs, run });
    return id;
  }

  #delay(ms: number, value: unknown, options?: WaitOptions): Promise<unknown> {
    const signal = options?.signal;
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) {
        abort();
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      this.#add(ms, 0, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
    });
  }
}

function uninstall(): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = real;
  Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate });
  Date.now = real.dateNow;
  Reflect.deleteProperty(performance, 'now');
  Object.assign(timersPromises, { setTimeout: real.delay, setImmediate: real.immediate });
  syncBuiltinESMExports();
}
