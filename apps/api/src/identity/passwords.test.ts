import { expect, test } from 'vitest';
import { hashPassword, judgePassword, verifyPassword } from './passwords.ts';

test('a password fits its own hash alone, and no hash at all', async () => {
  const hash = await hashPassword('Quiet-Lake-42');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('Quiet-Lake-42', hash)).toBe(true);
  expect(await verifyPassword('quiet-lake-42', hash)).toBe(false);
  expect(await verifyPassword('Quiet-Lake-42', undefined)).toBe(false);
});

test('what breaches have published, the words of the site and those of the person are guessed at once', async () => {
  for (const password of ['P@ssw0rd', 'Qwerty123!', 'Pelican1!', 'Crypto@1'])
    expect((await judgePassword(password)).score, password).toBeLessThan(2);
  expect((await judgePassword('Vandalay#77')).score).toBeGreaterThanOrEqual(2);
  expect((await judgePassword('Vandalay#77', ['vandalay'])).score).toBeLessThan(2);
});
