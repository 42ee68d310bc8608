import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

/** Above this size a log is set aside as <part>.log.1 when its part starts. */
const logBytesMax = 50 * 1024 * 1024;

const startedAt = performance.now();

/** A line of progress for the person at the terminal, with the seconds since the start. */
export function say(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`[${seconds}s] ${text}\n`);
}

/** The supervisor's own log, structured like those of the parts. */
export function openLog(logDir: string, level: string): Logger {
  mkdirSync(logDir, { recursive: true });
  rotate(join(logDir, 'supervisor.log'));
  return pino(
    { name: 'supervisor', level },
    pino.destination({ dest: join(logDir, 'supervisor.log'), append: true, sync: true }),
  );
}

/** Sets a log that has grown large aside, keeping one older copy. */
export function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) renameSync(file, `${file}.1`);
}
