/** One cold visit of a page on a slow phone: measures of its start, then of its answers to fingers. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../../scripts/services/process.ts';

/** What Lighthouse calls mobile: a mid-range phone on slow 4G. */
export const profile = {
  screen: { width: 412, height: 823 },
  processorSlowdown: 4,
  latencyMs: 150,
  downBytesPerSecond: (1.6 * 1024 * 1024) / 8,
  upBytesPerSecond: (750 * 1024) / 8,
};
/** Without a new request the page is idle. */
const settleMs = 3_000;
const idleMsMax = 120_000;
/** After the last interaction, until Chromium has reported its timing. */
const lastEntryMs = 1_500;

export interface Visit {
  lcpMs: number;
  cls: number;
  inpMs: number;
  /** All that is loaded until the page is idle, gzipped. */
  scriptBytes: number;
}

export async function visit(browser: Browser, url: string, interact: (page: Page) => Promise<void>): Promise<Visit> {
  const context = await browser.newContext({ viewport: profile.screen, isMobile: true, hasTouch: true });
  context.setDefaultTimeout(120_000);
  try {
    await context.addInitScript({ path: path.join(import.meta.dirname, 'vitals.js') });
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.latencyMs,
      downloadThroughput: profile.downBytesPerSecond,
      uploadThroughput: profile.upBytesPerSecond,
    });
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: profile.processorSlowdown });
    const scripts = new Map<string, Promise<Buffer>>();
    let lastAt = Date.now();
    page.on('request', () => {
      lastAt = Date.now();
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    await page.goto(url);
    await page.locator('h1').first().waitFor();
    await until('the page is idle', () => Date.now() - lastAt > settleMs, idleMsMax);
    const bodies = await Promise.all(scripts.values());
    // A first touch ends the search for the largest paint.
    const { lcp } = await page.evaluate<{ lcp: number }>('vitals()');
    await interact(page);
    await delay(lastEntryMs);
    const { cls, inp } = await page.evaluate<{ cls: number; inp: number }>('vitals()');
    const scriptBytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    return { lcpMs: lcp, cls, inpMs: inp, scriptBytes };
  } finally {
    await context.close();
  }
}
