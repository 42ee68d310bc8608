/** The log of the sandbox chain: one JSON record a line, written before its effect is visible. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxLog, SandboxRecord } from './node.ts';

export interface SandboxLogFile extends SandboxLog {
  records: SandboxRecord[];
  close(): void;
}

/** Opens the file, made when it is missing. A last line that a killed process did not finish is removed. */
export function openSandboxLog(file: string): SandboxLogFile {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) truncateSync(file, end);
  const lines = text.subarray(0, end).toString().split('\n').slice(0, -1);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    records: lines.map((line) => JSON.parse(line) as SandboxRecord),
    append(record) {
      writeSync(descriptor, `${JSON.stringify(record)}\n`);
    },
    close: () => closeSync(descriptor),
  };
}
