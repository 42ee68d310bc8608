import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ended, logTail, removePid, sendSignal, stopProcess, writePid } from '../services/process.ts';
import { rotate, say } from './log.ts';

export interface PartOptions {
  name: string;
  runDir: string;
  logFile: string;
  log: Logger;
  /** Starts the process; resolves when it is up, as far as its supervisor can see. */
  launch(): Promise<ChildProcess>;
  /** Ends it in good order. */
  stopSignal: NodeJS.Signals;
  /** Ends it at once, when the operator sends a second signal. */
  killSignal: NodeJS.Signals;
  /** How long it may take to stop before it is killed. */
  stopGraceMs: number;
}

const restartDelayMsMin = 100;
const restartDelayMsMax = 10_000;
/** A part that has run this long is taken for healthy: its next fall is restarted at once. */
const healthyAfterMs = 20_000;

/** One process of the exchange: kept running, its id in run/<part>.pid, its output in logs/<part>.log. */
export class Part {
  readonly name: string;
  #options: PartOptions;
  #child: ChildProcess | undefined;
  #launching: Promise<unknown> | undefined;
  #stopping = new AbortController();
  #restartDelayMs = restartDelayMsMin;
  #watch: Promise<void> | undefined;

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts the part. Throws when the first start fails; from then on it is started again whenever it ends. */
  async start(): Promise<void> {
    const child = await this.#launch();
    this.#watch = this.#keepRunning(child);
  }

  /** Stops the part and leaves no process id behind. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // One that is just starting has no process to stop yet.
    await this.#launching?.catch(() => undefined);
    const pid = this.#child?.pid;
    if (pid !== undefined && this.#child && isRunning(this.#child)) {
      await stopProcess(pid, this.#options.stopSignal, this.#options.stopGraceMs);
    }
    await this.#watch;
    removePid(this.#options.runDir, this.name);
  }

  /** Ends the process without waiting for it to put its things in order. */
  kill(): void {
    this.#stopping.abort();
    const pid = this.#child?.pid;
    if (pid !== undefined && this.#child && isRunning(this.#child)) sendSignal(pid, this.#options.killSignal);
    removePid(this.#options.runDir, this.name);
  }

  async #launch(): Promise<ChildProcess> {
    const { launch, logFile, runDir, log } = this.#options;
    rotate(logFile);
    const launching = launch();
    this.#launching = launching;
    const child = await launching;
    this.#child = child;
    if (child.pid !== undefined) writePid(runDir, this.name, child.pid);
    log.info({ part: this.name, pid: child.pid }, 'part started');
    return child;
  }

  async #keepRunning(first: ChildProcess): Promise<void> {
    let child: ChildProcess | undefined = first;
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      if (child) await ended(child);
      removePid(this.#options.runDir, this.name);
      if (this.#stopping.signal.aborted) return;
      this.#tellEnd(child, performance.now() - startedAt);
      await delay(this.#restartDelayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
      child = await this.#relaunch();
    }
  }

  async #relaunch(): Promise<ChildProcess | undefined> {
    try {
      const child = await this.#launch();
      say(`${this.name} is running again (pid ${child.pid})`);
      return child;
    } catch (error) {
      this.#options.log.error({ part: this.name, err: error }, 'part could not be started');
      return undefined;
    }
  }

  #tellEnd(child: ChildProcess | undefined, ranMs: number): void {
    this.#restartDelayMs =
      ranMs > healthyAfterMs ? restartDelayMsMin : Math.min(this.#restartDelayMs * 2, restartDelayMsMax);
    const how = child === undefined ? 'did not start' : `ended (${child.signalCode ?? `code ${child.exitCode}`})`;
    const details = {
      part: this.name,
      code: child?.exitCode,
      signal: child?.signalCode,
      restartInMs: this.#restartDelayMs,
    };
    this.#options.log.error({ ...details, output: logTail(this.#options.logFile, 6) }, 'part ended, starting it again');
    say(`${this.name} ${how}; starting it again in ${this.#restartDelayMs} ms, see ${this.#options.logFile}`);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
