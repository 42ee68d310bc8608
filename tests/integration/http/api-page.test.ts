/** The page of the API's document, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openBrowser } from '../../support/browser.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [api, browser] = await Promise.all([startTestApi(), launchBrowser()]);
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

test('its policy allows neither inline parts nor compiled text, and nothing from outside', async () => {
  const page = await api.app.inject({ url: '/docs/', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-');
  expect(policy).not.toMatch(/https?:/);
  expect(page.body).not.toMatch(/(src|href)="https?:/);
});

test('it shows every call, violates its policy nowhere, and reaches neither cookies nor storage', async () => {
  const { body: document } = await api.call<{ paths: Record<string, object> }>('GET', '/openapi.json');
  const calls = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  const { page, context, faults } = await openBrowser(browser);
  await context.addCookies([{ name: 'pelican_csrf', value: 'secret', url, sameSite: 'Strict' }]);
  await page.addInitScript(`
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));
  `);
  const sent: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    sent.push(new URL(request.url()).origin);
    void request.allHeaders().then((headers) => sent.push(headers.cookie));
  });
  await page.goto(`${url}/docs`);
  const chapters = page.locator('.opblock-tag-section');
  await chapters.first().waitFor({ timeout: 60_000 });
  let shown = 0;
  for (const chapter of await chapters.all()) {
    await chapter.locator('.opblock-tag').click();
    await chapter.locator('.opblock').first().waitFor();
    shown += await chapter.locator('.opblock').count();
    await chapter.locator('.opblock-tag').click();
  }
  expect(shown).toBe(calls);
  await page.locator('.opblock-tag[data-tag="spot"]').click();
  await page.locator('.opblock-summary', { hasText: '/v2/order/put_market' }).getByRole('button').first().click();
  await page.locator('.opblock.is-open .responses-wrapper').waitFor();
  await page.locator('.opblock.is-open').getByText('200', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.getByRole('dialog').or(page.locator('.dialog-ux'));
  await dialog.first().waitFor();
  expect(await dialog.first().getByRole('textbox').count()).toBe(0);

  expect(await page.evaluate('window.violations')).toEqual([]);
  expect(faults).toEqual([]);
  expect(new Set(sent)).toEqual(new Set([url, undefined]));
  const reach = (what: string) => page.evaluate(`try { ${what} } catch (error) { error.name }`);
  expect(await reach('document.cookie')).toBe('SecurityError');
  expect(await reach('localStorage.length')).toBe('SecurityError');
  expect(await page.evaluate('origin')).toBe('null');

  await page.locator('.dialog-ux').getByRole('button', { name: 'Close' }).first().click();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Back to the exchange' }).click(),
  ]);
  await opened.waitForURL(`${url}/`);
  expect(await opened.evaluate('document.cookie')).toContain('pelican_csrf');
  await context.close();
});
