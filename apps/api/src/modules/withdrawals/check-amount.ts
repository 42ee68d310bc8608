/** The amount of a withdrawal: its form, its limits by method, its fee and its value. */
import { DomainError } from '@pelican/shared/contracts';
import { fiatDecimals } from '@pelican/shared/contracts/payments';
import { formatUnits, parseBigUnits } from '@pelican/shared/money';
import { demandEnabled, type FoundMethod, splitFee } from '../payments/index.ts';
import { unitsOf } from '../wallet/index.ts';
import { type AssetPrice, type UsdValue, usdValueOf } from './prices.ts';

export interface CheckedAmount extends UsdValue {
  /** Whole units without needless zeros. */
  amount: string;
  fee: string;
  net: string;
}

/** @throws DomainError withdrawal_disabled, wrong_step, out_of_range, amount_too_small, amount_too_large, price_unknown */
export function checkAmount(
  given: string,
  { asset, method, terms }: FoundMethod,
  price: AssetPrice | undefined,
): CheckedAmount {
  const { ticker, scale } = asset;
  demandEnabled(ticker, terms, 'withdraw');
  const decimals = Math.min(scale, method.decimals ?? (method.kind === 'crypto' ? scale : fiatDecimals));
  const amount = formatUnits(unitsOf(given, { ticker, scale: decimals }), decimals);
  const split = splitFee(amount, terms, { scale });
  const units = parseBigUnits(amount, scale);
  const refuse = (code: 'amount_too_small' | 'amount_too_large', message: string) =>
    new DomainError(code, { message, fields: { amount: [message] } });
  if (units < parseBigUnits(terms.amountMin, scale))
    throw refuse('amount_too_small', `The minimum is ${terms.amountMin} ${ticker}`);
  if (terms.amountMax !== '0' && units > parseBigUnits(terms.amountMax, scale))
    throw refuse('amount_too_large', `The maximum is ${terms.amountMax} ${ticker}`);
  if (split.net === '0') throw refuse('amount_too_small', `The fee is ${split.fee} ${ticker}: nothing would be left`);
  // Finer than the network can express it, nothing could be paid exactly.
  const fineness = Math.max(0, (split.net.split('.')[1] ?? '').length);
  if (fineness > decimals)
    throw new DomainError('wrong_step', { fields: { amount: [`At most ${decimals} decimals`] } });
  if (!price) throw new DomainError('price_unknown');
  return { amount, ...split, ...usdValueOf(amount, price) };
}
