/**
 * Spreads work that arrives in one moment: each turn of the event loop begins one piece of it, and serves what else has come in between.
 * Two hundred sign-ins of one moment then hold up an order by one of them and not by all.
 */
export class OneEachTurn {
  private readonly waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn: at once in the next turn of the event loop if nobody else waits. */
  next(): Promise<void> {
    return new Promise((begin) => {
      this.waiting.push(begin);
      if (this.waiting.length === 1) this.schedule();
    });
  }

  private schedule(): void {
    setImmediate(() => {
      this.waiting[0]?.();
      this.waiting.shift();
      if (this.waiting.length > 0) this.schedule();
    });
  }
}
