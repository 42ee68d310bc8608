/** Commands of a simulated connection that are sent together. */
import type { Argument, Reply } from './redis-protocol.ts';

export type Command = [name: string, ...args: Argument[]];

export type Answers = [error: Error | null, reply: Reply][];

/** Commands that are sent together: a transaction, or a pipeline. */
export class CommandBatch {
  readonly #commands: Command[] = [];
  readonly #run: (commands: Command[]) => Promise<Answers>;

  constructor(run: (commands: Command[]) => Promise<Answers>) {
    this.#run = run;
  }

  call(name: string, ...args: Argument[]): this {
    this.#commands.push([name, ...args]);
    return this;
  }

  del(...keys: string[]): this {
    return this.call('DEL', ...keys);
  }

  pexpire(key: string, ms: number): this {
    return this.call('PEXPIRE', key, ms);
  }

  xadd(...args: Argument[]): this {
    return this.call('XADD', ...args);
  }

  xdel(stream: string, id: string): this {
    return this.call('XDEL', stream, id);
  }

  hset(key: string, fields: Record<string, Argument>): this {
    return this.call('HSET', key, ...Object.entries(fields).flat());
  }

  exec(): Promise<Answers> {
    return this.#run(this.#commands);
  }
}
