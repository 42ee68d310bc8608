import { type SpawnOptions, spawn } from 'node:child_process';
import { StartError } from './start-error.ts';

/** Runs a Node program to its end; throws a StartError with its output when it fails. */
export function runStep(what: string, args: string[], options: SpawnOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new StartError(`${what} failed (code ${code}):\n${output.trimEnd()}`));
    });
  });
}
