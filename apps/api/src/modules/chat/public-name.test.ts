import { expect, test } from 'vitest';
import { firstNickname } from '../../identity/index.ts';
import { publicName } from './public-name.ts';

const nameOf = (nickname: string, isStaff = false) =>
  publicName({ id: 41, email: 'alice.smith@mail.test', nickname, isStaff });

test('a nickname of the person’s own is shown, with the number by which two of one name differ', () => {
  expect(nameOf('Trader Joe')).toBe('Trader Joe #41');
  for (const name of [
    'मोहन',
    'पलक नायर',
    'टॉम',
    'Alceo',
    'J. R. Tolkien',
    'Ivan Sluzhbin',
    'முருகன்',
    'Иван',
    'أحمد',
    'さくら 花',
    '민수',
    'Zoë',
  ])
    expect(nameOf(name)).toBe(`${name} #41`);
});

test('one that is the beginning of the e-mail is cut, in any spelling', () => {
  expect(nameOf('alice.smith')).toBe('al*** #41');
  expect(nameOf('Alice.Smith')).toBe('Al*** #41');
});

test('the first name of a long address, which is cut at the sign-up, is cut again', () => {
  const email = `${'longaddress'.repeat(5)}@mail.test`;
  expect(publicName({ id: 41, email, nickname: firstNickname(email), isStaff: false })).toBe('lo*** #41');
});

test.each([
  'Pelican Support',
  'K.Y.C Desk',
  'C.E.O',
  'H E L P',
  'A D M I N',
  's.u.p.p.o.r.t',
  'ｓｕｐｐｏｒｔ',
  'Śüpport',
  '0fflclal',
  'Suррort',
  'ѕuppоrt',
  'Реliсаn Аdmin',
  'rnoderator',
  'Adm1n',
  'ꜱᴜᴘᴘᴏʀᴛ',
  'Trader Jое',
  'सपोर्ट टीम',
  'एडमिन',
  'ए ड मि न',
  'पेलिकन',
  'पेलिकन टीम',
  'ग्राहक सेवा',
  'Поддержка',
  'Администратор',
  'Customer Care',
  'Helpline',
  'Security',
  'Moderation',
  'CEO',
  'Ad\u0301\u200dmin',
  'KYC desk',
  ' ',
])('nobody sounds or looks like the exchange, or mixes scripts: %s', (name) => {
  expect(nameOf(name)).toBe('User #41');
});

test('the exchange’s own people have their name alone', () => {
  expect(nameOf('Pelican Support', true)).toBe('Pelican Support');
});
