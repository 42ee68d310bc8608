/**
 * Adds up what the browser must load before a trading screen works, gzipped: the entry, the page's own chunk and all they
 * import, without and with the chart. `node scripts/check-size.ts [dist]`; exits 1 above the budget.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

export const budgetBytes = { firstView: 225_000, withChart: 290_000 };
/** The trading screens that the budget holds for. */
export const tradingScreens = ['src/features/spot/spot-page.tsx', 'src/features/perpetual/perpetual-page.tsx'] as const;
export type TradingScreen = (typeof tradingScreens)[number];
const chartFolder = /src\/terminal\/chart\//;

/** `keys` and everything they import statically. */
function closure(manifest: Manifest, keys: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    found.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return found;
}

function gzippedBytes(folder: string, manifest: Manifest, keys: Set<string>): number {
  const files = new Set(Array.from(keys, (key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
  return Array.from(files, (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length).reduce(
    (sum, bytes) => sum + bytes,
    0,
  );
}

/** Chunks that the page, or what it imports, loads by itself and that are the chart's. */
function chartChunks(manifest: Manifest, page: string): string[] {
  const dynamic = [...closure(manifest, [page])].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  return dynamic.filter((key) => chartFolder.test(key));
}

/**
 * @param folder a build made with `manifest: true`
 * @throws Error when the build has no such page
 */
export function measure(folder: string, page: TradingScreen): { firstView: number; withChart: number } {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry || !manifest[page]) throw new Error(`${folder} holds no build with ${page}`);
  const first = [entry, page];
  const chart = chartChunks(manifest, page);
  if (chart.length === 0) throw new Error('the chart is not a chunk of its own');
  return {
    firstView: gzippedBytes(folder, manifest, closure(manifest, first)),
    withChart: gzippedBytes(folder, manifest, closure(manifest, [...first, ...chart])),
  };
}

function main(): void {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
  for (const page of tradingScreens) {
    const sizes = measure(folder, page);
    for (const name of ['firstView', 'withChart'] as const) {
      const fits = sizes[name] <= budgetBytes[name];
      process.stdout.write(
        `${page} ${name} ${sizes[name]} of ${budgetBytes[name]} bytes ${fits ? 'ok' : 'TOO LARGE'}\n`,
      );
      if (!fits) process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
