/** Reading the positional params of a call. Everything wrong is error 1 with a message that names it. */
import { DomainError } from '@pelican/shared/contracts';
import { stripZeros } from '@pelican/shared/money';
import type { CatalogAsset } from '../../../catalog/index.ts';

/** The markets of a venue by name. */
export interface MarketNames<Market> {
  marketByName(name: string): Market | undefined;
}

const shownLengthMax = 40;
const pageLimitMax = 101;
const pageOffsetMax = 1_000_000;

export function invalid(message: string): DomainError {
  return new DomainError('invalid_argument', { message: `invalid argument: ${message}` });
}

/** What a caller sent, short enough to be repeated to them. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

export function requireCount(params: unknown[], min: number, what: string): void {
  if (params.length < min) throw invalid(`expected ${what}`);
}

export function readInteger(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max)
    throw invalid(`${name} must be an integer from ${min} to ${max}, not ${shown(value)}`);
  return value;
}

/** Which part of a list is asked for. */
export function readPage(offset: unknown, limit: unknown): { offset: number; limit: number } {
  return {
    offset: readInteger(offset, 'offset', 0, pageOffsetMax),
    limit: readInteger(limit, 'limit', 1, pageLimitMax),
  };
}

/** Unix seconds, whole. */
export function readTime(value: unknown, name: string): number {
  return readInteger(value, name, 0, 100_000_000_000);
}

export function readText(value: unknown, name: string, lengthMax: number): string {
  if (typeof value !== 'string' || value.length > lengthMax)
    throw invalid(`${name} must be a string of at most ${lengthMax} characters`);
  return value;
}

export function readMarket<Market>(value: unknown, catalog: MarketNames<Market>): Market {
  const market = typeof value === 'string' ? catalog.marketByName(value) : undefined;
  if (!market) throw invalid(`unknown market ${shown(value)}`);
  return market;
}

export function readMarkets<Market>(values: unknown[], catalog: MarketNames<Market>, listMax: number): Market[] {
  if (values.length > listMax) throw invalid(`at most ${listMax} markets`);
  return values.map((value) => readMarket(value, catalog));
}

type FoundAsset = CatalogAsset | undefined;

/** Those that the caller may name: at once where `knownAssets` knows all of them at once. */
export function readAssets(
  values: unknown[],
  knownAssets: (tickers: string[]) => FoundAsset[] | Promise<FoundAsset[]>,
  listMax: number,
): CatalogAsset[] | Promise<CatalogAsset[]> {
  if (values.length > listMax) throw invalid(`at most ${listMax} assets`);
  const unknown = (value: unknown) => invalid(`unknown asset ${shown(value)}`);
  const tickers = values.map((value) => {
    if (typeof value !== 'string') throw unknown(value);
    return value;
  });
  const demandAll = (found: FoundAsset[]) =>
    found.map((asset, index) => {
      if (!asset) throw unknown(values[index]);
      return asset;
    });
  const found = knownAssets(tickers);
  return found instanceof Promise ? found.then(demandAll) : demandAll(found);
}

/** The choices of depth.subscribe. */
const depthLimits = [1, 5, 10, 20, 30, 50, 100];
const merges = new Set([
  '0',
  '0.1',
  '0.01',
  '0.001',
  '0.0001',
  '0.00001',
  '0.000001',
  '0.0000001',
  '0.00000001',
  '1',
  '10',
  '100',
]);

export function readDepthLimit(value: unknown): number {
  if (typeof value !== 'number' || !depthLimits.includes(value))
    throw invalid(`depth limit ${shown(value)} is none of ${depthLimits.join(', ')}`);
  return value;
}

/** A canonical merge interval, '0' for none. */
export function readMerge(value: unknown): string {
  const merge = typeof value === 'string' ? stripZeros(value) : undefined;
  if (merge === undefined || !merges.has(merge)) throw invalid(`merge ${shown(value)} is not offered`);
  return merge;
}

export function readInterval(value: unknown, offered: readonly number[]): number {
  if (typeof value !== 'number' || !offered.includes(value)) throw invalid(`interval ${shown(value)} is not offered`);
  return value;
}
