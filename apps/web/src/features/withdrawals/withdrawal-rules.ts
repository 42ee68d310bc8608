/** What is wrong with a form of a withdrawal before the server is asked. */
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import type { TFunction } from 'i18next';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../ui/decimal-compare.ts';

export interface WithdrawalDraft {
  address: string;
  memo: string;
  withoutMemo: boolean;
  /** As typed. */
  amount: string;
}

export type Faults = Partial<Record<'network' | 'address' | 'memo' | 'amount', string>>;

type Translate = TFunction<'withdrawals'>;

interface WithdrawalRules {
  method: PaymentMethod | undefined;
  /** Undefined until it is known. */
  available: string | undefined;
  /** What the contract has against the request. */
  refused: Record<string, string>;
}

/** In the order of the form. The network's own form and checksum of an address are the server's to judge. */
export function faultsOf(
  draft: WithdrawalDraft,
  { method, available, refused }: WithdrawalRules,
  t: Translate,
): Faults {
  const needsMemo = method?.network?.is_memo === true && !draft.withoutMemo && draft.memo.trim() === '';
  const found: Record<keyof Faults, string | undefined> = {
    network: method ? undefined : t('missing'),
    address: draft.address.trim() === '' ? t('missing') : refused.address,
    memo: needsMemo ? t('missing') : refused.memo,
    amount: amountFault(wireDecimal(draft.amount), method, available, t) ?? refused.amount,
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

/** @param shown how an amount is written in a message */
export function amountFault(
  amount: string,
  method: PaymentMethod | undefined,
  available: string | undefined,
  t: Translate,
  shown: (amount: string) => string = String,
): string | undefined {
  if (isZeroDecimal(amount)) return t('missing');
  if (available !== undefined && compareDecimals(amount, available) > 0) return t('amount.tooMuch');
  if (!method) return undefined;
  const { minAmount: min, maxAmount: max } = method;
  if (compareDecimals(amount, min) < 0) return t('amount.belowMin', { min: shown(min) });
  return max !== '0' && compareDecimals(amount, max) > 0 ? t('amount.aboveMax', { max: shown(max) }) : undefined;
}
