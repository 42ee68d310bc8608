// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { budgetBytes, measure } from '../../scripts/check-size.ts';

/** In a process of its own, because a test's NODE_ENV would build React for development. */
function buildInto(outDir: string): void {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

test('the trade page’s first view fits its budget, without and with the chart', { timeout: 120_000 }, () => {
  const outDir = mkdtempSync(join(tmpdir(), 'pelican-size-'));
  try {
    buildInto(outDir);
    const sizes = measure(outDir);
    expect(sizes.firstView).toBeLessThanOrEqual(budgetBytes.firstView);
    expect(sizes.withChart).toBeLessThanOrEqual(budgetBytes.withChart);
  } finally {
    rmSync(outDir, { recursive: true });
  }
});
