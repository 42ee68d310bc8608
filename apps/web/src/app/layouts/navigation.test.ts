import { expect, test } from 'vitest';
import messages from '../locales/en.json';
import { footerLinks, headerMenus } from './navigation.ts';

const texts = new Set(Object.keys(messages.nav).map((key) => `nav.${key}`));

test('each entry of the menus has its name, and in the header a description', () => {
  const named = [...headerMenus, ...headerMenus.flatMap(({ entries }) => entries), ...footerLinks];
  const described = headerMenus.flatMap(({ entries }) => entries);
  const wanted = [...named.map(({ key }) => key), ...described.map(({ key }) => `${key}About`)];
  expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
});
