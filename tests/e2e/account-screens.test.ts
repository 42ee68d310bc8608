/** Pages of the account, verification, support and referrals: on a phone, and for people who do not use a mouse or see colours. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSession } from '../support/api-session.ts';
import { desktop, expectNoFaults, launchBrowser, openBrowser, phone, signIn } from '../support/browser.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { expectAccessible, expectPhoneLayout, openPage } from '../support/page-checks.ts';
import { PageWalk } from '../support/page-walk.ts';

let exchange: RunningExchange;
let browser: Browser;

const visitorPages = [
  '/signup',
  '/signIn',
  '/forgot-password',
  '/reset-password',
  '/support',
  '/faq',
  '/listing',
  '/partnership',
  '/referral',
];
const ownPages = [
  '/user/profile',
  '/user/security-main',
  '/user/api',
  '/user/delete-account',
  '/user/address-management',
  '/user/preferences',
  '/user/notifications',
  '/user/verification',
  '/user/verification-global',
  '/user/verification-india',
  '/user/referals',
  '/user/current-referrals',
  '/user/referrals-accrual-history',
  '/user/referrals-history',
  '/user/support',
];

beforeAll(async () => {
  [exchange, browser] = await Promise.all([startExchange({ DEMO_MAKER: '0' }), launchBrowser()]);
  const alice = await ApiSession.signIn(exchange.url, 'alice@demo.local');
  const { status, body } = await alice.post<{ id: number }>('/v2/support', {
    supportCategoryId: 3,
    text: 'My deposit of 5,000 INR is missing.',
  });
  expect(status).toBe(200);
  ownPages.push(`/user/support/ticket/${body.id}`);
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

test.each([
  ['visitor', 'phone', visitorPages],
  ['visitor', 'desktop', visitorPages],
  ['owner', 'phone', ownPages],
  ['owner', 'desktop', ownPages],
] as const)(
  '%s, %s: axe finds nothing serious, dark and light, and thumbs find every control',
  async (who, device, paths) => {
    const person = await openBrowser(browser, device === 'phone' ? phone : desktop);
    if (who === 'owner') await signIn(person, exchange.url, 'alice@demo.local');
    await openPage(person.page, exchange.url);
    const walk = new PageWalk(person.page);
    for (const path of paths) {
      expect(await walk.follow(path)).toBe(path);
      if (device === 'phone') await expectPhoneLayout(person.page, path);
      await expectAccessible(person.page, path);
    }
    expectNoFaults([person]);
    await person.context.close();
  },
);
