import type { RpcError } from './wire.ts';

/** One of the two is null; the result is as it came. */
export type Answered = (error: RpcError | null, result: unknown) => void;

interface PendingCall {
  onAnswer: Answered;
  timer: ReturnType<typeof setTimeout>;
}

/** Requests that wait for their answers, by their ids. */
export class PendingCalls {
  readonly #timeoutMs: number;
  readonly #calls = new Map<number, PendingCall>();
  #nextId = 1;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** @returns the id of the request */
  add(onAnswer: Answered): number {
    const id = this.#nextId++;
    const timer = setTimeout(() => this.answer(id, { code: 5, message: 'service timeout' }, null), this.#timeoutMs);
    this.#calls.set(id, { onAnswer, timer });
    return id;
  }

  /** An answer that nobody waits for is left. */
  answer(id: unknown, error: RpcError | null, result: unknown): void {
    const call = this.#calls.get(id as number);
    if (call === undefined) return;
    this.#calls.delete(id as number);
    clearTimeout(call.timer);
    call.onAnswer(error, result);
  }

  rejectAll(): void {
    for (const id of [...this.#calls.keys()]) this.answer(id, { code: 0, message: 'Socket is closed' }, null);
  }
}
