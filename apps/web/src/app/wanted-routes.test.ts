import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { routeTable } from '../testing/route-table.ts';
import { type WantedRoute, wantedRoutes } from '../testing/wanted-routes.ts';

const table = routeTable();
const patterns = table.map(({ path }) => ({ path }));

function routeOf({ address }: WantedRoute) {
  const pattern = matchRoutes(patterns, address)?.at(-1)?.route.path;
  return table.find(({ path }) => path === pattern);
}

const isThere = (wanted: WantedRoute) => routeOf(wanted) !== undefined;

describe.each(wantedRoutes)('$address', (wanted) => {
  test.skipIf(wanted.coming && !isThere(wanted))('has a page, for whom it is, with what stands around it', () => {
    const route = routeOf(wanted);
    const {
      header = true,
      footer = true,
      cookieNotice = true,
      chat = true,
      marketing = false,
      supportLink = false,
    } = route?.handle ?? {};
    const leftOut = (part: 'header' | 'footer' | 'cookieNotice' | 'chat') => wanted.without?.includes(part) ?? false;
    const { access, redirect } = route ?? {};
    expect({ access, redirect, header, footer, cookieNotice, chat, marketing, supportLink }).toEqual({
      access: wanted.access ?? 'everyone',
      redirect: wanted.redirect,
      header: !leftOut('header'),
      footer: !leftOut('footer'),
      cookieNotice: !leftOut('cookieNotice'),
      chat: !leftOut('chat'),
      marketing: wanted.marketing ?? false,
      supportLink: wanted.supportLink ?? false,
    });
    expect(route?.sideBar).toBe(false);
  });
});

test('each address is agreed upon once', () => {
  const addresses = wantedRoutes.map(({ address }) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
});
