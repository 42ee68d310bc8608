import { expect, test } from 'vitest';
import { ConfigError, readSettings } from './read-settings.ts';
import { address, flag, list, oneOf, optional, ratio, requiredText, text, wholeNumber } from './setting.ts';

const about = 'for this test';
const table = {
  PORT: wholeNumber({ about, fallback: 3000, min: 1, max: 65_535 }),
  SHARE: ratio({ about, fallback: 0.5 }),
  DEMO: flag({ about, fallback: '0' }),
  LEVEL: oneOf(['info', 'warn'], { about, fallback: 'info' }),
  NAMES: list({ about, fallback: 'a' }),
  FOLDER: text({ about, fallback: '.data' }),
  SECOND: optional(flag({ about, fallback: '1' }), 'undecided'),
  SERVER: address(['redis:'], { about, isSecret: true }),
  TOKEN: requiredText({ about, pattern: /^.{8}/, patternError: 'must have at least 8 characters', isSecret: true }),
};
const needed = { SERVER: 'redis://host', TOKEN: 'long enough' };

test('what is not set, or empty, has its default; an optional setting has no value then', () => {
  const values = readSettings(table, { ...needed, PORT: '', SECOND: '' });
  expect(values).toEqual({
    ...needed,
    PORT: 3000,
    SHARE: 0.5,
    DEMO: false,
    LEVEL: 'info',
    NAMES: ['a'],
    FOLDER: '.data',
  });
  expect(values.SECOND).toBeUndefined();
});

test('values are read as their types', () => {
  const given = { ...needed, PORT: '80', SHARE: '0.01', DEMO: '1', LEVEL: 'warn', NAMES: ' b, c,', SECOND: '0' };
  const read = { PORT: 80, SHARE: 0.01, DEMO: true, LEVEL: 'warn', NAMES: ['b', 'c'], SECOND: false };
  expect(readSettings(table, given)).toMatchObject(read);
});

test('every fault is named at once, once, and no secret is printed', () => {
  const wrong = { PORT: '1.5', SHARE: '2', DEMO: 'yes', LEVEL: 'loud', SERVER: 'http://u:hunter2@h', TOKEN: 'hunter2' };
  const read = () => readSettings(table, wrong, { faultsOf: () => ['PORT is odd', 'PORT is odd'], showsValues: true });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(
    [
      'The configuration is wrong:',
      'PORT must be a whole number (it is "1.5")',
      'SHARE must be from 0 to 1 (it is "2")',
      'DEMO must be 0 or 1 (it is "yes")',
      'LEVEL must be info or warn (it is "loud")',
      'SERVER must be an address that begins with redis://',
      'TOKEN must have at least 8 characters',
      'PORT is odd',
    ].join('\n  '),
  );
  expect(read).not.toThrow(/hunter2/);
  expect(() => readSettings(table, {})).toThrow(/SERVER is not set\n {2}TOKEN is not set$/);
});
