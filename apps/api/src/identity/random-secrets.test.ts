import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateApiKey } from './api-keys/service.ts';
import { createRefreshTokens } from './sessions/refresh-tokens.ts';

const encryptionKeys = [randomBytes(32)];
const thousand = Array.from({ length: 1_000 }, (_, at) => at);

test('keys and secrets of the API have 128 and 256 random bits', () => {
  const made = thousand.map(() => generateApiKey(encryptionKeys));
  for (const { key, secret } of made) {
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(made.flatMap(({ key, secret }) => [key, secret])).size).toBe(2_000);
});

test('refresh tokens of one session have 128 random bits, and a forged one is none', () => {
  const tokens = createRefreshTokens('a secret of a test');
  const made = thousand.map(() => tokens.first('session'));
  expect(new Set(made).size).toBe(1_000);
  for (const token of made) expect(Buffer.from(token.split('.')[1] as string, 'base64url')).toHaveLength(16);
  const [token = ''] = made;
  expect(tokens.sessionOf(token)).toBe('session');
  expect(tokens.sessionOf(token.replace('session', 'another'))).toBeUndefined();
  expect(createRefreshTokens('another secret').sessionOf(token)).toBeUndefined();
});
