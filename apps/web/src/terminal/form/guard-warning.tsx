import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatUpTo } from '../../ui/format.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { type Decimal, plain } from './form-numbers.ts';
import type { PriceGuard } from './market-estimate.ts';
import styles from './order-form.module.css';

/** A price and how far it is from the middle of the book. */
export interface GuardedPrice {
  guard: PriceGuard;
  guardedPrice: Decimal;
  mid: Decimal | null;
}

/** How far the price is from the middle of the book, in words; empty while that is near enough. */
export function useGuardText({ guard, guardedPrice, mid }: GuardedPrice): string {
  const { t } = useTranslation('terminal');
  const { money, priceDecimals, grouping } = useTerminalMarket();
  if (guard === 'ok' || mid === null) return '';
  const percent = guardedPrice.div(mid).minus(1).times(100);
  return t(percent.isNegative() ? 'guard.below' : 'guard.above', {
    percent: plain(percent.abs().toDecimalPlaces(1)),
    mid: formatUpTo(plain(mid), priceDecimals, grouping),
    money,
  });
}

/** Reads out the warnings that appear in it: it is on the page before them, since what comes with its region stays silent. */
export function FormWarnings({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warnings} role="status">
      {children}
    </div>
  );
}

export function GuardWarning({ guard, text }: { guard: PriceGuard; text: string }) {
  if (guard === 'ok') return null;
  return <FormWarning text={text} />;
}

/** Something to know before the button is pressed, and where to go from there. */
export function FormWarning({ text, way }: { text: string; way?: ReactNode }) {
  return (
    <p className={styles.warning}>
      <IconAlertTriangle size={14} aria-hidden /> <span>{text}</span> {way}
    </p>
  );
}
