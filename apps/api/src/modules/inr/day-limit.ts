/** How much a user moves by a bank method in one day of India. */
import { DomainError } from '@pelican/shared/contracts';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { rupeesText } from './rupees.ts';

/** Of a condition in SQL: the day that it is now in India has begun before. */
export const sinceToday = `created_at >= date_trunc('day', now(), 'Asia/Kolkata')`;

const ledgerScale = 18;
const units = (text: string) => parseBigUnits(text, ledgerScale);

export interface DayUse {
  verb: 'deposit' | 'withdraw';
  /** Whole units, as the others. */
  amount: string;
  /** What counts of this day already. */
  today: string;
  /** '0': no limit. */
  amountDay: string;
}

/** @throws DomainError inr_daily_limit */
export function demandWithinDay({ verb, amount, today, amountDay }: DayUse): void {
  if (amountDay === '0' || units(amount) + units(today) <= units(amountDay)) return;
  const left = units(amountDay) - units(today);
  const rest = stripZeros(formatBigUnits(left > 0n ? left : 0n, ledgerScale));
  const text = `The daily limit is ${rupeesText(amountDay)}: you can ${verb} ${rupeesText(rest)} more today`;
  throw new DomainError('inr_daily_limit', { message: text, fields: { amount: [text] } });
}
