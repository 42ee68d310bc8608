// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  budgetBytes,
  firstViewOf,
  importCycles,
  measure,
  type PublicPage,
  publicPages,
  scriptsOf,
  tradingScreens,
} from '../../scripts/check-size.ts';

/** In a process of its own, because a test's NODE_ENV would build React for development. */
function buildInto(outDir: string): void {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

const outDir = mkdtempSync(join(tmpdir(), 'pelican-size-'));
beforeAll(() => buildInto(outDir), 120_000);
afterAll(() => rmSync(outDir, { recursive: true }));

test('the first view of each page fits its budget, and trading screens with the chart theirs', () => {
  for (const page of tradingScreens) {
    const sizes = measure(outDir, page);
    expect(sizes.firstView, page).toBeLessThanOrEqual(budgetBytes.firstView);
    expect(sizes.withChart, page).toBeLessThanOrEqual(budgetBytes.withChart);
  }
  for (const page of Object.keys(publicPages) as PublicPage[])
    expect(firstViewOf(outDir, page), page).toBeLessThanOrEqual(publicPages[page]);
});

test.each([
  ['/', 'src/features/welcome/welcome-page.tsx'],
  ['/market', 'src/features/market/market-page.tsx'],
  ['/signup', 'src/features/auth/sign-up-page.tsx'],
  ['/trade/:pair', 'src/features/spot/spot-page.tsx'],
  ['/perpetual/:pair', 'src/features/perpetual/perpetual-page.tsx'],
] as const)('the HTML of %s names every script of its first view', (path, module) => {
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const { pages } = JSON.parse(readFileSync(join(outDir, pageMetaFile), 'utf8')) as PageMetaFile;
  const named = pages.find((page) => page.path === path)?.files?.scripts ?? [];
  for (const script of scriptsOf(outDir, module)) if (!html.includes(`"/${script}"`)) expect(named).toContain(script);
});

test('no files of the build import each other in a cycle', () => {
  expect(importCycles(outDir)).toEqual([]);
});
