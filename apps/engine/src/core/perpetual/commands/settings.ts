/** Settings as a configure command brings them: JSON that may be anything. */
import type { AccountSettings, AssetSettings, InstrumentSettings, Settings } from '@pelican/shared/engine/perpetual';
import { instrumentProblem } from '@pelican/shared/perpetual';
import { isPerson } from './checks.ts';

type Content = Record<string, unknown>;

/** The settings, or undefined when a field is missing, of another type or out of its range. */
export function parseSettings(text: string): Settings | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null) return undefined;
    const { kind } = content as Content;
    if (kind === 'asset' && isAsset(content as Content)) return content as unknown as AssetSettings;
    if (kind === 'instrument') return instrumentIn({ ...addedLater, ...content });
    if (kind === 'account' && isAccount(content as Content)) return content as unknown as AccountSettings;
    return undefined;
  } catch {
    return undefined;
  }
}

/** Fields that a command of an older journal lacks. */
const addedLater = { staleHaircut: 1_000_000 };

function instrumentIn(content: Content): InstrumentSettings | undefined {
  return instrumentProblem(content) === undefined ? (content as unknown as InstrumentSettings) : undefined;
}

const idMax = 65_535;
/** Money is kept with so many decimals. */
const scaleMax = 8;

function isBetween(value: unknown, low: number, high = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 31;
}

function isAsset({ id, ticker, scale }: Content): boolean {
  return isBetween(id, 1, idMax) && isName(ticker) && isBetween(scale, 0, scaleMax);
}

function isAccount({ id, closeOnly }: Content): boolean {
  return Number.isSafeInteger(id) && isPerson(id as number) && typeof closeOnly === 'boolean';
}
