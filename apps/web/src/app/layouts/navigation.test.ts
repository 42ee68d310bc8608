import { expect, test } from 'vitest';
import shellMessages from '../locales/en.json';
import messages from './locales/en.json';
import { footerColumns, menuEntries } from './menu-entries.ts';
import { headerMenus } from './navigation.ts';

const texts = new Set([
  ...Object.keys(shellMessages.nav).map((key) => `nav.${key}`),
  ...Object.keys(messages.nav).map((key) => `app-layouts:nav.${key}`),
]);

test('each entry of the menus has its name, and in the header a description', () => {
  const described = Object.values(menuEntries).flat();
  const wanted = [
    ...headerMenus.map(({ name }) => `nav.${name}`),
    ...described.map(({ key }) => key),
    ...footerColumns.flatMap(({ links }) => links).map(({ key }) => `app-layouts:${key}`),
    ...described.map(({ key }) => `${key}About`),
  ];
  expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
});

test('until it can be opened, a menu leads to its first page', () => {
  for (const { name, to } of headerMenus) expect(menuEntries[name][0]?.to).toBe(to);
});
