import { password } from '@pelican/shared/contracts/auth';
import { expect, test } from 'vitest';
import { generatePassword } from './new-password.ts';

test('a generated password is one that sign-up would take, and never the same', () => {
  const passwords = Array.from({ length: 500 }, generatePassword);
  for (const generated of passwords) expect(password.safeParse(generated).success).toBe(true);
  expect(new Set(passwords).size).toBe(500);
});
