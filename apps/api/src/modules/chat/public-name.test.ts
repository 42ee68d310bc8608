import { expect, test } from 'vitest';
import { publicName } from './public-name.ts';

const nameOf = (nickname: string, isStaff = false) =>
  publicName({ id: 41, email: 'alice.smith@mail.test', nickname, isStaff });

test('a nickname of the person’s own is shown', () => {
  expect(nameOf('Trader Joe')).toBe('Trader Joe');
  expect(nameOf('मोहन')).toBe('मोहन');
});

test('one that is the beginning of the e-mail is cut, in any spelling', () => {
  expect(nameOf('alice.smith')).toBe('al*** 41');
  expect(nameOf('Alice.Smith')).toBe('Al*** 41');
});

test('nobody sounds like the exchange', () => {
  for (const name of ['Pelican Support', 'A D M I N', 's.u.p.p.o.r.t', 'ｓｕｐｐｏｒｔ', ' '])
    expect(nameOf(name)).toBe('User 41');
  expect(nameOf('Pelican Support', true)).toBe('Pelican Support');
});
