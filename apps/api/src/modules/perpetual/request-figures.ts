/** Decimals of a request as integers of an instrument, refused by field. */
import { DomainError, type ErrorCode, errorTable } from '@pelican/shared/contracts';
import {
  type ParsedCount,
  parseBigUnits,
  parseCoins,
  parseContracts,
  parseTicks,
  perpetualScale,
} from '@pelican/shared/money';
import type { CatalogInstrument } from '../../catalog/index.ts';

const problemCodes = {
  notDecimal: 'invalid_argument',
  wrongStep: 'wrong_step',
  outOfRange: 'out_of_range',
} as const satisfies Record<string, ErrorCode>;

export function invalidField(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { fields: { [field]: [text] } });
}

/** In ticks. @throws DomainError wrong_step, out_of_range */
export function readPrice(field: string, text: string, instrument: CatalogInstrument): number {
  const ticks = readCount(field, parseTicks(text, instrument.steps));
  if (ticks > instrument.settings.priceMaxTicks) throw fieldError('out_of_range', field);
  return ticks;
}

/** The size of `sz` (contracts) or `amount` (coins); both must mean the same. @throws DomainError wrong_step, ... */
export function readLots(
  request: { sz?: string | undefined; amount?: string | undefined },
  { steps }: CatalogInstrument,
): number {
  const { sz, amount } = request;
  const bySize = sz === undefined ? undefined : readCount('sz', parseContracts(sz, steps));
  const byAmount = amount === undefined ? undefined : readCount('amount', parseCoins(amount, steps));
  if (bySize !== undefined && byAmount !== undefined && bySize !== byAmount)
    throw invalidField('amount', 'sz and amount are not the same size');
  const lots = bySize ?? byAmount;
  if (lots === undefined) throw invalidField('sz', 'A size is required: sz in contracts, or amount in coins');
  return lots;
}

/** Money in 10^-8. @throws DomainError wrong_step */
export function readMoney(field: string, text: string): bigint {
  try {
    return parseBigUnits(text, perpetualScale);
  } catch {
    throw fieldError('wrong_step', field);
  }
}

function readCount(field: string, parsed: ParsedCount): number {
  if ('count' in parsed) return parsed.count;
  const code = problemCodes[parsed.problem];
  if (code === 'invalid_argument') throw invalidField(field, 'Must be a plain decimal number');
  throw fieldError(code, field);
}

function fieldError(code: ErrorCode, field: string): DomainError {
  return new DomainError(code, { fields: { [field]: [errorTable[code].message] } });
}
