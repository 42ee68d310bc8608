import { type Logger, pino } from 'pino';

/** What must never reach a log, wherever it stands. */
const secretPaths = [
  // The arguments of a command that Redis refused: those of AUTH are the password.
  'err.command.args',
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-signature"]',
  'password',
  '*.password',
  'token',
  '*.token',
  'refresh_token',
  '*.refresh_token',
];

/** A process's log: JSON lines on standard output, named after the part. */
export function createLogger(level: string, name = 'api'): Logger {
  return pino({ name, level, redact: { paths: secretPaths, censor: '[secret]' } });
}
