/** Real Chromium, and the few things that every browser test does with the exchange. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { inPageScript } from './in-page.ts';

export const demoPassword = 'Demo#12345';
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** @param args of Chromium, beside those of every test */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({ args: [...chromiumArgs, ...args], ...(executablePath ? { executablePath } : {}) });
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Errors that pages threw or logged; a test ends by asking that there are none. */
  faults: string[];
}

/**
 * Someone with a browser of their own: separate cookies and storage. The cookie notice, which is loaded when the page is idle, is
 * closed as soon as it stands in the way of an action.
 * @param userAgent of a device that is not like the others
 */
export async function openBrowser(browser: Browser, viewport = desktop, userAgent?: string): Promise<Person> {
  const isPhone = viewport.width < 768;
  const context = await browser.newContext({
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  // A page may take its time beside other work: what is waited for has to come, not to come soon.
  context.setDefaultTimeout(60_000);
  await context.addInitScript({ path: inPageScript });
  const page = await context.newPage();
  // By an event: a dialog may lie over the notice.
  await page.addLocatorHandler(closerOfCookieNotice(page), (closer) => closer.dispatchEvent('click'));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Chromium reports every answer of 4xx as an error; refusals are part of the tests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { page, context, faults };
}

/** Fails with the words of what pages have complained about, but for those that `expected` matches. */
export function expectNoFaults(people: readonly Person[], expected?: RegExp): void {
  const unexpected = people.flatMap(({ faults }) => faults).filter((fault) => !expected?.test(fault));
  expect(unexpected.join('\n')).toBe('');
}

/** Signs in by the form and waits until the header shows the user's menu. */
export async function signIn({ page }: Person, url: string, email: string, password = demoPassword): Promise<void> {
  await page.goto(`${url}/signIn`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/signIn'));
}

const closerOfCookieNotice = (page: Page) => page.getByRole('button', { name: 'Got it' });

/** For a test of the notice itself: it stays until the test closes it. */
export function keepCookieNotice(page: Page): Promise<void> {
  return page.removeLocatorHandler(closerOfCookieNotice(page));
}

/** Closes what has popped up, so that it covers nothing. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Close' });
  for (let left = await close.count(); left > 0; left = await close.count())
    await close
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
}

/** Waits until the page shows that it follows the market. */
export async function becomesLive(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
}

export interface LimitOrder {
  side: 'Buy' | 'Sell';
  price: string;
  amount: string;
}

/** Fills the order form of the trade page that is open, and confirms. */
export async function placeLimit({ page }: Person, { side, price, amount }: LimitOrder): Promise<void> {
  const form = page.getByRole('region', { name: 'Order form' });
  await form.getByRole('tab', { name: 'Limit' }).click();
  await form
    .getByRole('radio', { name: side })
    .or(form.getByRole('tab', { name: side }))
    .first()
    .click();
  await form.getByLabel('Price', { exact: true }).fill(price);
  await form.getByLabel('Amount', { exact: true }).fill(amount);
  await form.getByRole('button', { name: `${side} ${amount}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: side }).click();
  await dialog.waitFor({ state: 'hidden' });
}
