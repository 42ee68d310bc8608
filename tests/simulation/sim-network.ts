/** The network between the processes of a simulated world and their Redis, and what it does wrong. */
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { SimRedis } from './sim-redis.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A connection as the network sees it. */
export interface NetworkClient {
  /** The connection ends; its process may open another. */
  break(): void;
  /** Its process is gone. */
  kill(): void;
}

export class SimNetwork {
  server: SimRedis;
  /** The chance that a reply is lost with its connection. */
  replyLossChance = 0;
  /** How far the server's clock is from the world's. */
  clockErrorMs = 0;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #connections = new Map<string, Set<NetworkClient>>();
  readonly #cutOff = new Set<string>();
  readonly #killed = new Set<string>();
  #isDown = false;
  #stalled: (() => void)[] | undefined;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
    this.server = new SimRedis(() => time.wallMs + this.clockErrorMs);
  }

  get nowMs(): number {
    return this.#time.nowMs;
  }

  after(ms: number, run: () => void): void {
    this.#time.after(ms, run);
  }

  at(atMs: number, run: () => void): void {
    this.#time.after(atMs - this.nowMs, run);
  }

  /** The time that a packet takes: mostly a fraction of a millisecond, now and then long. */
  delayMs(): number {
    return this.#random.chance(0.02) ? this.#random.fraction() * 30 : 0.05 + this.#random.fraction() * 0.4;
  }

  losesReply(): boolean {
    return this.replyLossChance > 0 && this.#random.chance(this.replyLossChance);
  }

  /** True when a request that was under way when its connection broke reaches the server after all. */
  deliversLate(): boolean {
    return !this.#isDown && this.#random.chance(0.5);
  }

  reaches(owner: string): boolean {
    return !this.#isDown && !this.#cutOff.has(owner) && !this.#killed.has(owner);
  }

  add(owner: string, connection: NetworkClient): void {
    const own = this.#connections.get(owner) ?? new Set();
    this.#connections.set(owner, own.add(connection));
  }

  remove(owner: string, connection: NetworkClient): void {
    this.#connections.get(owner)?.delete(connection);
  }

  /** Runs when the server works, in order: now, or when its pause is over. */
  whenServing(run: () => void): void {
    if (this.#stalled) this.#stalled.push(run);
    else if (!this.#isDown) run();
  }

  /** The server does nothing for a while, as under SIGSTOP. */
  stall(ms: number): void {
    if (this.#stalled || this.#isDown) return;
    this.#stalled = [];
    this.after(ms, () => {
      const waiting = this.#stalled ?? [];
      this.#stalled = undefined;
      for (const run of waiting) run();
    });
  }

  /** The server ends, and a replica that was as `copy` is takes its place. */
  failOver(copy: SimRedis, downMs: number): void {
    if (this.#isDown) return;
    this.restart(downMs);
    this.server = copy;
  }

  /** The server ends and comes back with all that it has acknowledged. */
  restart(downMs: number): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#stalled = undefined;
    this.server.forgetReaders();
    this.breakAll();
    this.after(downMs, () => {
      this.#isDown = false;
    });
  }

  /** Breaks the connections of one process and keeps it cut off. */
  cutOff(owner: string, ms: number): void {
    this.#cutOff.add(owner);
    this.breakOf(owner);
    this.after(ms, () => this.#cutOff.delete(owner));
  }

  breakOf(owner: string): void {
    for (const connection of [...(this.#connections.get(owner) ?? [])]) connection.break();
  }

  breakAll(): void {
    for (const owner of [...this.#connections.keys()]) this.breakOf(owner);
  }

  /** kill -9 of a process, as its connections see it. */
  kill(owner: string): void {
    for (const connection of this.#connections.get(owner) ?? []) connection.kill();
    this.#connections.delete(owner);
    // What is left of it on this process's timers reaches nothing any more.
    this.#killed.add(owner);
  }
}
