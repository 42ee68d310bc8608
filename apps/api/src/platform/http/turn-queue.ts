/**
 * Work that runs a few at a time. That of one lane runs one after the other, and lanes take turns, so a lane with much to
 * do holds up the others by one piece of work each.
 */
export interface TurnLimits {
  runningMax: number;
  /** How many may wait in one lane, and in all of them. */
  waitingMaxOfLane: number;
  waitingMax: number;
}

interface Waiting {
  start(): Promise<void>;
  refuse(error: Error): void;
}

export class TurnQueue<Lane> {
  private readonly limits: TurnLimits;
  private readonly refusal: () => Error;
  /** What waits, by lane; a lane is here while something of it waits or runs. */
  private readonly lanes = new Map<Lane, Waiting[]>();
  /** Lanes whose next work may run, in the order of their turns. */
  private readonly turns: Lane[] = [];
  private running = 0;
  private waiting = 0;

  /** @param refusal made for work that finds no room */
  constructor(limits: TurnLimits, refusal: () => Error) {
    this.limits = limits;
    this.refusal = refusal;
  }

  /**
   * Runs the work when the lane's turn has come. When the queue is full, the lane with the most waiting gives up its last
   * one, so that a few busy lanes cannot keep others out.
   * @throws the refusal when too much waits
   */
  run<Result>(key: Lane, work: () => Promise<Result>): Promise<Result> {
    this.makeRoom(key);
    return new Promise<Result>((resolve, refuse) => {
      const waiting = { start: () => work().then(resolve, refuse), refuse };
      const lane = this.lanes.get(key);
      this.waiting++;
      if (lane) lane.push(waiting);
      else {
        this.lanes.set(key, [waiting]);
        this.turns.push(key);
        this.startNext();
      }
    });
  }

  /** @throws the refusal when the lane itself has the most waiting */
  private makeRoom(key: Lane): void {
    const ofLane = this.lanes.get(key)?.length ?? 0;
    if (ofLane >= this.limits.waitingMaxOfLane) throw this.refusal();
    const runsAtOnce = !this.lanes.has(key) && this.running < this.limits.runningMax;
    if (runsAtOnce || this.waiting < this.limits.waitingMax) return;
    const longest = [...this.lanes.values()].reduce((a, b) => (b.length > a.length ? b : a));
    // Two at least, and more than this lane will have: a lane that waits with one keeps it.
    if (longest.length <= ofLane + 1) throw this.refusal();
    longest.pop()?.refuse(this.refusal());
    this.waiting--;
  }

  private startNext(): void {
    if (this.running >= this.limits.runningMax) return;
    const key = this.turns.shift();
    const work = key === undefined ? undefined : this.lanes.get(key)?.shift();
    if (key === undefined || !work) return;
    this.running++;
    this.waiting--;
    void work.start().finally(() => setImmediate(() => this.leave(key)));
  }

  /** After a turn of the event loop: orders that came meanwhile are served before the next work. */
  private leave(key: Lane): void {
    this.running--;
    if (this.lanes.get(key)?.length === 0) this.lanes.delete(key);
    else this.turns.push(key);
    this.startNext();
  }
}
