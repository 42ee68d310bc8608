/**
 * Every route of the client, signed out and signed in, on a desktop and on a phone, in English and other languages, dark and light. Each is
 * seen twice, and the second visit differs in all of these from the first one; which go together changes from route to route.
 */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { clientLanguageCodes } from '@pelican/shared/contracts/system';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { ApiSession } from '../support/api-session.ts';
import { desktop, keepCookieNotice, launchBrowser, openBrowser, phone, signIn } from '../support/browser.ts';
import { type RouteAddress, readClientRoutes } from '../support/client-routes.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { lowControls, sidewaysScroll } from '../support/in-page.ts';
import { graveViolations } from '../support/page-checks.ts';
import { PageWalk } from '../support/page-walk.ts';
import { PageFaults } from './page-faults.ts';

const prefixes = clientLanguageCodes.map((language) => (language === 'en' ? '' : `/${language}`));
const otherPrefixes = prefixes.filter((prefix) => prefix !== '');

let exchange: RunningExchange;
let browser: Browser;
let routes: RouteAddress[];
let cookieNotices: string[];

/** Something of Alice's for each page that shows one thing. */
async function makeParameters(): Promise<Record<string, string>> {
  const [alice, bob] = await Promise.all(
    ['alice@demo.local', 'bob@demo.local'].map((email) => ApiSession.signIn(exchange.url, email)),
  );
  const made = async (path: string, body: object) => {
    const answer = await (alice as ApiSession).post<{ id: number | string; hash: string }>(path, body);
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const ticket = await made('/v2/support', { supportCategoryId: 3, text: 'My deposit of 5,000 INR is missing.' });
  const transfer = await made('/v2/profile/transfer', { ticker: 'USDT', amount: '5', from: 'main', to: 'trade' });
  const invoice = await made('/v3/invoices', { ticker: 'USDT', amount: '12.5', description: 'Two books' });
  const payment = await made('/v3/balance/deposit-INR/PAYSOFT', { amount: '1000' });
  const order = await alice?.limit('BTC_USDT', 'sell', '990000', '0.01');
  await bob?.limit('LTC_USDT', 'buy', '95', '1');
  const [offer, loan] = await lend(alice as ApiSession, bob as ApiSession);
  const announcements = await alice?.get<{ result: { slug: string }[] }>('/v2/announcements');
  return {
    pair: 'BTC_USDT',
    ticker: 'BTC',
    dark: 'dark',
    slug: announcements?.body.result[0]?.slug ?? '',
    kind: 'transfer',
    ticketId: String(ticket.id),
    loanId: String(offer),
    id: '1',
    '/user/wallet-history/:kind/:id': `/user/wallet-history/transfer/${transfer.id}`,
    '/user/orders-history/:id': `/user/orders-history/${order?.id}`,
    '/user/p2p-history/:loanId': `/user/p2p-history/${loan}`,
    '/pay/:hash': `/pay/${invoice.id}`,
    '/merchant/:hash': `/merchant/${payment.hash}`,
    '/stop-factor-recovery': '/stop-factor-recovery?token=of-a-mail',
    '/wallet/withdraw-confirm': '/wallet/withdraw-confirm?token=of-a-mail',
  };
}

/** @returns an offer of Alice's, and a loan that she has given to Bob */
async function lend(alice: ApiSession, bob: ApiSession): Promise<[offer: number, loan: number]> {
  const offers = (
    await alice.get<{ data: { id: number; auto_approve: boolean; fiat_currency: string }[] }>(
      '/p2p/my-loan-request-list',
    )
  ).body.data;
  const offer = offers.find((one) => one.auto_approve && one.fiat_currency === 'USDT')?.id ?? 0;
  const bid = { currency: 'BTC', amount: '100', days: 7, pay_percent: '0.1' };
  let loan: number | undefined;
  const isTaken = async () => {
    const { status, body } = await bob.post<{ id: number }>(`/p2p/take-credit/${offer}`, bid);
    loan = status === 200 ? body.id : undefined;
    return loan !== undefined;
  };
  await until('Bob has a loan', isTaken, 60_000);
  return [offer, loan ?? 0];
}

async function cookieNoticeOf(language: string): Promise<string> {
  const file = new URL(`../../apps/web/src/app/locales/${language}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')).cookies.label;
}

beforeAll(async () => {
  [exchange, browser, cookieNotices] = await Promise.all([
    startExchange({ DEMO_MAKER: '0' }),
    launchBrowser(),
    Promise.all(clientLanguageCodes.map(cookieNoticeOf)),
  ]);
  routes = await readClientRoutes(await makeParameters());
});

afterAll(async () => {
  await browser?.close();
  await exchange?.stop();
});

interface Visit {
  route: RouteAddress;
  device: 'desktop' | 'phone';
  isSignedIn: boolean;
  /** Of the address: '' or '/hi'. */
  prefix: string;
  scheme: 'dark' | 'light';
}

/** Its own tests show the console; to everybody but operators it is no page. */
const isElsewhere = ({ route, isSignedIn }: Visit) => route.path === '/ops' && isSignedIn;

/** Whether somebody is signed in: what turns people away does so in one way on all devices, and is seen once. */
function signedInStates({ access }: RouteAddress, isFirst: boolean): boolean[] {
  if (access === 'everyone') return [!isFirst];
  const isShownTo = access === 'session';
  return isFirst ? [isShownTo, !isShownTo] : [isShownTo];
}

/** Two visits of the page that have nothing in common. */
function visitsOf(route: RouteAddress, index: number): Visit[] {
  const is = (bit: number) => Math.floor(index / 2 ** bit) % 2 === 1;
  const first = { isPhone: is(0), isEnglish: is(1), isDark: is(2) };
  return [first, { isPhone: !first.isPhone, isEnglish: !first.isEnglish, isDark: !first.isDark }]
    .flatMap((one, place) =>
      signedInStates(route, place === 0).map(
        (isSignedIn): Visit => ({
          route,
          device: one.isPhone ? 'phone' : 'desktop',
          isSignedIn,
          prefix: one.isEnglish ? '' : (otherPrefixes[Math.floor(index / 8) % otherPrefixes.length] ?? ''),
          scheme: one.isDark ? 'dark' : 'light',
        }),
      ),
    )
    .filter((visit) => !isElsewhere(visit));
}

/** They have nothing to show without what a page before them hands over. */
const furtherSteps = ['/2fa', '/verification', '/verify'];

/** The path that a route ends at, which is its own for a page that is shown. */
function endOf({ path, address, access, redirect }: RouteAddress, isSignedIn: boolean): string {
  const signIn = `/signIn?redirect=${encodeURIComponent(address)}`;
  if ((access === 'session' || path === '/ops') && !isSignedIn) return signIn;
  if (access === 'guests' && isSignedIn) return '/';
  if (redirect === '/signIn' || furtherSteps.includes(path)) return isSignedIn ? '/' : '/signIn';
  return redirect ?? address;
}

const sessionEnd = '/log-out';
/** The first one shows what /signup has just shown. */
const last = ['/register', sessionEnd];

/** The language in which the session is ended comes after all others. */
function prefixesOf(visits: readonly Visit[]): string[] {
  const ending = visits.find(({ route, isSignedIn }) => route.path === sessionEnd && isSignedIn)?.prefix;
  return prefixes.toSorted((one, other) => Number(one === ending) - Number(other === ending));
}

const schemeMsMax = 10_000;

/** Trading screens put the pair into the address. */
const withPair = ['/trade', '/trade_classic', '/trading-view'];

const differences = (what: string, is: unknown, wanted: unknown) =>
  isDeepStrictEqual(is, wanted) ? [] : [`${what}: ${JSON.stringify(is)} in place of ${JSON.stringify(wanted)}`];

const shellParts = ['header:has(~ #main)', '#main ~ footer'];
/** Header and footer that axe has read: they are half of its work, and differ by nothing but this. */
const readShells = new Set<string>();

function partsReadBefore({ route, device, isSignedIn, prefix, scheme }: Visit): readonly string[] {
  const shell = [
    route.handle.header,
    route.handle.footer,
    route.handle.terminal,
    device,
    isSignedIn,
    prefix,
    scheme,
  ].join();
  const wasRead = readShells.has(shell);
  readShells.add(shell);
  return wasRead ? shellParts : [];
}

/** What the page around the visited route, and the page itself, do against their rules. */
async function faultsOnScreen(walk: PageWalk, visit: Visit): Promise<string[]> {
  const { route, device, scheme } = visit;
  const isPhone = device === 'phone';
  const shell = await walk.shell();
  const { header = true, footer = true, cookieNotice = true, ...flags } = route.handle;
  return [
    ...differences('header', shell.header, header),
    ...differences('footer', shell.footer, footer),
    ...differences(
      'cookie notice',
      shell.sections.some((label) => cookieNotices.includes(label)),
      cookieNotice,
    ),
    ...(['form', 'marketing', 'terminal'] as const).flatMap((flag) =>
      differences(flag, shell[flag], flags[flag] ?? false),
    ),
    ...differences('side bar', shell.sideBar, route.sideBar && !isPhone),
    ...differences('scheme', shell.scheme, scheme),
    ...differences('sideways scroll', Math.max(0, await sidewaysScroll(walk.page)), 0),
    ...(isPhone ? differences('low controls', await lowControls(walk.page, 44), []) : []),
    ...(await graveViolations(walk.page, { without: partsReadBefore(visit) })),
  ];
}

/** @returns what was wrong, each with the address */
async function faultsOf(walk: PageWalk, faults: PageFaults, visit: Visit): Promise<string[]> {
  const { route, device, isSignedIn, prefix, scheme } = visit;
  const address = route.address.replace(/\/dark$/, `/${scheme}`);
  const inLanguage = (path: string) => (prefix + path).replace(/(?<=.)\/$/, '');
  const wanted = inLanguage(endOf({ ...route, address }, isSignedIn));
  const found: string[] = [];
  try {
    await walk.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const end = await walk.follow(inLanguage(address));
    // Not before: the page that is left keeps the scheme that its address names.
    await until(`the page is ${scheme}`, async () => (await walk.shell()).scheme === scheme, schemeMsMax);
    found.push(...differences('address', withPair.includes(address) ? end.replace(/\/\w+_\w+$/, '') : end, wanted));
    if (wanted === inLanguage(address)) found.push(...(await faultsOnScreen(walk, visit)));
  } catch (error) {
    found.push((error as Error).message);
  }
  return [...found, ...faults.take()].map(
    (text) => `${inLanguage(address)} (${device}, ${isSignedIn ? 'signed in' : 'signed out'}, ${scheme}) ${text}`,
  );
}

test.concurrent.each(['desktop', 'phone'] as const)(
  '%s: every route obeys its flags and complains about nothing',
  async (device) => {
    const person = await openBrowser(browser, device === 'phone' ? phone : desktop);
    await keepCookieNotice(person.page);
    const walk = new PageWalk(person.page);
    const faults = new PageFaults(person.page);
    const found: string[] = [];
    const ordered = routes.toSorted((a, b) => last.indexOf(a.path) - last.indexOf(b.path));
    const visits = ordered.flatMap(visitsOf).filter((visit) => visit.device === device);
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await signIn(person, exchange.url, 'alice@demo.local');
      for (const prefix of prefixesOf(visits)) {
        await walk.page.goto(`${exchange.url}${prefix}/terms`);
        await walk.settle();
        for (const visit of visits.filter((one) => one.isSignedIn === isSignedIn && one.prefix === prefix))
          found.push(...(await faultsOf(walk, faults, visit)));
      }
    }
    expect(found.join('\n')).toBe('');
    await person.context.close();
  },
  600_000,
);
