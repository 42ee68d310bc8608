/**
 * A contender of a bench is a process of its own that stays for the whole run, so that no contender is timed on the heap
 * or the compiled code of another. It prepares once and then makes one pass for each message, idle in between.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { engineEnvironment } from '@pelican/engine/src/process-settings.ts';

export class Contender<Jobs> {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts `file`, which calls `serveJobs`, in the environment of an engine. */
  static start<Jobs>(file: URL, args: readonly string[], nodeArgs: readonly string[] = []): Contender<Jobs> {
    const env = { ...process.env, ...engineEnvironment };
    return new Contender<Jobs>(fork(file, args, { env, execArgv: [...process.execArgv, ...nodeArgs] }));
  }

  /** @throws Error when the process ends before it answers; its own message is on standard error. */
  async run<Name extends keyof Jobs & string>(name: Name): Promise<Jobs[Name]> {
    const listening = new AbortController();
    const { signal } = listening;
    const ended = once(this.#child, 'exit', { signal }).then(([code, killedBy]): never => {
      throw new Error(`the contender ended with ${killedBy ?? `code ${code}`} in ${name}`);
    });
    this.#child.send(name);
    try {
      const [answer] = await Promise.race([once(this.#child, 'message', { signal }), ended]);
      return answer as Jobs[Name];
    } finally {
      ended.catch(() => undefined);
      listening.abort();
    }
  }

  stop(): void {
    this.#child.kill();
  }
}

/** The child's side: answers each message with the result of the job of that name, on a heap just collected. */
export function serveJobs<Jobs>(jobs: { [Name in keyof Jobs]: () => Jobs[Name] }): void {
  process.on('message', (name: keyof Jobs) => {
    globalThis.gc?.();
    process.send?.(jobs[name]());
  });
}

/** Runs the jobs in turn, `rounds` times: a, b, c, a, b, c ... Returns each job's results in order. */
export async function alternate<Result>(
  rounds: number,
  passes: readonly (() => Promise<Result>)[],
): Promise<Result[][]> {
  const results = passes.map((): Result[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, pass] of passes.entries()) results[index]?.push(await pass());
  }
  return results;
}
