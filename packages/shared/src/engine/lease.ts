/** Leadership: of several processes that could publish, or tick, the one that holds the lease leads. The others stand by. */
import { haltKey } from './journal-halt.ts';

/**
 * KEYS: the lease, the halt. ARGV: token, milliseconds. Answers 1 when the token holds the lease now, for that long; 0 when
 * another does; -1 while the exchange is halted: nobody gains or renews a lease then, so once the leases have run out nobody
 * leads until the halt is removed. A renewal writes no value: a Redis at its maxmemory allows it.
 */
const takeScript = `if redis.call('EXISTS', KEYS[2]) == 1 then return -1 end
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if holder then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
const halted = -1;
/** However long the lease is, a halt is noticed within this time, the same as in the API's journal-guard.ts. */
const pollMsMax = 500;
/** KEYS: the lease. ARGV: token. Removes the lease when the token holds it. */
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** The part of a Redis connection that a lease needs. */
interface ScriptRunner {
  eval(script: string, keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

interface LeaseLog {
  warn(details: { err: unknown }, text: string): void;
}

export interface LeaseOptions {
  redis: ScriptRunner;
  key: string;
  /** Another process gets the lease within this time after the holder's death. */
  leaseMs: number;
  log: LeaseLog;
  onGained(): void;
  onLost(): void;
  /** Called whenever the lease has been renewed. */
  onRenewed(): void;
  /** Called at each look at the lease, held or not, while the exchange is halted. */
  onHalted?(): void;
}

/** Tries for the lease, renews it, and knows by its own clock when it may have run out. */
export class Lease {
  /** Names this process and this run of it. */
  readonly token = crypto.randomUUID();
  readonly #options: LeaseOptions;
  /** How long the key lives, and how often it is looked at: together they stay below leaseMs. */
  readonly #keyMs: number;
  readonly #pollMs: number;
  #heldUntilMs = 0;
  #wasHeld = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn: Promise<void> | undefined;
  #stopped = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#pollMs = Math.min(Math.floor(options.leaseMs / 12), pollMsMax);
    this.#keyMs = options.leaseMs - 2 * this.#pollMs;
  }

  /** True while nobody else can have the lease. */
  get isHeld(): boolean {
    return performance.now() < this.#heldUntilMs;
  }

  /** Tries for the lease from now on; may be called again after `release`. */
  start(): void {
    this.#stopped = false;
    const turn = () => {
      this.#turn ??= this.#take().finally(() => {
        this.#turn = undefined;
      });
    };
    turn();
    this.#timer = setInterval(turn, this.#pollMs);
  }

  /** Gives the lease back, so that a standby need not wait for its end. */
  async release(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#turn;
    const { isHeld } = this;
    this.#heldUntilMs = 0;
    this.#wasHeld = false;
    if (!isHeld) return;
    await this.#options.redis.eval(releaseScript, 1, this.#options.key, this.token);
  }

  async #take(): Promise<void> {
    const { redis, key, log } = this.#options;
    const startedMs = performance.now();
    try {
      const answer = await redis.eval(takeScript, 2, key, haltKey, this.token, this.#keyMs);
      if (answer === halted) return this.#reportHalt();
      // Counted from before the question: the key cannot run out before we think so.
      this.#heldUntilMs = answer === 1 ? startedMs + this.#keyMs : 0;
    } catch (error) {
      if (this.#wasHeld) log.warn({ err: error }, 'the lease could not be renewed');
    }
    if (!this.#stopped) this.#reportChange();
  }

  #reportHalt(): void {
    if (this.#stopped) return;
    this.#options.onHalted?.();
    if (!this.isHeld) this.#reportChange();
  }

  #reportChange(): void {
    const { onGained, onLost, onRenewed } = this.#options;
    const wasHeld = this.#wasHeld;
    this.#wasHeld = this.isHeld;
    if (this.#wasHeld) wasHeld ? onRenewed() : onGained();
    else if (wasHeld) onLost();
  }
}
