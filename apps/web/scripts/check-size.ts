/**
 * Adds up what the browser must load before a page works, gzipped: the entry, the page's own chunk and all they import; of
 * a trading screen with the chart too. `node scripts/check-size.ts [dist]`; exits 1 above the budget.
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

export const budgetBytes = { firstView: 208_000, withChart: 274_500 };
/** The trading screens that the budget holds for. */
export const tradingScreens = ['src/features/spot/spot-page.tsx', 'src/features/perpetual/perpetual-page.tsx'] as const;
export type TradingScreen = (typeof tradingScreens)[number];
/** The pages that people come to first, each with its budget below the goal of 170 kB (docs/decisions/0247). */
export const publicPages = {
  'src/features/welcome/welcome-page.tsx': 161_500,
  'src/features/market/market-page.tsx': 169_400,
  'src/features/auth/sign-up-page.tsx': 166_400,
} as const;
export type PublicPage = keyof typeof publicPages;
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

/** @throws Error when the build has no such page */
function readBuild(folder: string, page: string): { manifest: Manifest; first: string[] } {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry || !manifest[page]) throw new Error(`${folder} holds no build with ${page}`);
  return { manifest, first: [entry, page] };
}

/**
 * @param folder a build made with `manifest: true`
 * @throws Error when the build has no such page
 */
export function firstViewOf(folder: string, page: PublicPage | TradingScreen): number {
  const { manifest, first } = readBuild(folder, page);
  return gzippedBytes(folder, manifest, closure(manifest, first));
}

/** @returns the cycles of files that import each other: which of them runs first would be chance */
export function importCycles(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const cycles: string[] = [];
  const path: string[] = [];
  const finished = new Set<string>();
  const visit = (key: string) => {
    if (finished.has(key)) return;
    if (path.includes(key)) {
      cycles.push([...path.slice(path.indexOf(key)), key].join(' > '));
      return;
    }
    path.push(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
    path.pop();
    finished.add(key);
  };
  for (const key of Object.keys(manifest)) visit(key);
  return cycles;
}

/** Paths of the scripts of the first view, as they lie in the build. */
export function scriptsOf(folder: string, page: PublicPage | TradingScreen): string[] {
  const { manifest, first } = readBuild(folder, page);
  const files = Array.from(closure(manifest, first), (key) => manifest[key]?.file ?? '');
  return files.filter((file) => file.endsWith('.js'));
}

/** As `firstViewOf`, and with the chart. */
export function measure(folder: string, page: TradingScreen): { firstView: number; withChart: number } {
  const { manifest, first } = readBuild(folder, page);
  const chart = chartChunks(manifest, page);
  if (chart.length === 0) throw new Error('the chart is not a chunk of its own');
  return {
    firstView: firstViewOf(folder, page),
    withChart: gzippedBytes(folder, manifest, closure(manifest, [...first, ...chart])),
  };
}

function report(name: string, bytes: number, budget: number): void {
  const fits = bytes <= budget;
  process.stdout.write(`${name} ${bytes} of ${budget} bytes ${fits ? 'ok' : 'TOO LARGE'}\n`);
  if (!fits) process.exitCode = 1;
}

function main(): void {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
  for (const page of tradingScreens) {
    const sizes = measure(folder, page);
    for (const name of ['firstView', 'withChart'] as const) report(`${page} ${name}`, sizes[name], budgetBytes[name]);
  }
  for (const page of Object.keys(publicPages) as PublicPage[])
    report(page, firstViewOf(folder, page), publicPages[page]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
