// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  budgetBytes,
  firstViewOf,
  measure,
  type PublicPage,
  publicPages,
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

test('the first view of each page fits its budget, and trading screens with the chart theirs', {
  timeout: 120_000,
}, () => {
  const outDir = mkdtempSync(join(tmpdir(), 'pelican-size-'));
  try {
    buildInto(outDir);
    for (const page of tradingScreens) {
      const sizes = measure(outDir, page);
      expect(sizes.firstView, page).toBeLessThanOrEqual(budgetBytes.firstView);
      expect(sizes.withChart, page).toBeLessThanOrEqual(budgetBytes.withChart);
    }
    for (const page of Object.keys(publicPages) as PublicPage[])
      expect(firstViewOf(outDir, page), page).toBeLessThanOrEqual(publicPages[page]);
  } finally {
    rmSync(outDir, { recursive: true });
  }
});
