import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What a process writes to its standard output, where logs go. */
function logged(fields: object): string {
  const program = `import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'logging.ts'))};
    createLogger('info').info(${JSON.stringify(fields)}, 'done');`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
}

test('no secret reaches a log', () => {
  const line = logged({
    req: { headers: { authorization: 'Bearer s3cret', cookie: 'refresh=s3cret', 'x-api-signature': 's3cret' } },
    body: { password: 's3cret', token: 's3cret', refresh_token: 's3cret', email: 'alice@test.local' },
    password: 's3cret',
    err: { command: { args: ['default', 's3cret'] } },
  });
  expect(line).toContain('alice@test.local');
  expect(line).toContain('[secret]');
  expect(line).not.toContain('s3cret');
});
