import { useTranslation } from 'react-i18next';
import { formatUpTo } from '../../../ui/format.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { useTradeMarket } from '../market-context.ts';
import { plain } from './form-numbers.ts';
import type { PriceGuard } from './market-estimate.ts';
import type { OrderDraft } from './order-draft.ts';
import styles from './order-form.module.css';

/** How far the draft's price is from the middle of the book, in words; empty while that is near enough. */
export function useGuardText({ guard, guardedPrice, mid }: OrderDraft): string {
  const { t } = useTranslation('trade');
  const { info, grouping } = useTradeMarket();
  if (guard === 'ok' || mid === null) return '';
  const percent = guardedPrice.div(mid).minus(1).times(100);
  return t(percent.isNegative() ? 'guard.below' : 'guard.above', {
    percent: plain(percent.abs().toDecimalPlaces(1)),
    mid: formatUpTo(plain(mid), info.price_prec, grouping),
    money: info.money,
  });
}

export function GuardWarning({ guard, text }: { guard: PriceGuard; text: string }) {
  if (guard === 'ok') return null;
  return (
    <p className={styles.warning} role="status">
      <IconAlertTriangle size={14} aria-hidden /> {text}
    </p>
  );
}
