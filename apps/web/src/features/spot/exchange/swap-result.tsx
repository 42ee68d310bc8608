import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { useTranslation } from 'react-i18next';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/icons.ts';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import { figuresOf } from './swap-figures.ts';
import { amountText } from './swap-lines.ts';

/** What the last swap has brought, and what of it came back; read out when it comes. */
export function SwapResult({ order }: { order: SpotOrder | null }) {
  const { t } = useTranslation(exchangeMessages);
  const figures = order && figuresOf(order);
  const isNothing = figures !== null && isZeroDecimal(figures.received);
  return (
    <div role="status">
      {isNothing && (
        <p className={styles.result} data-tone="warn">
          <IconAlertTriangle size={20} aria-hidden />
          <span>{t('result.nothing')}</span>
        </p>
      )}
      {figures && !isNothing && (
        <p className={styles.result}>
          <IconCircleCheck size={20} aria-hidden />
          <span>
            {t('result.done', {
              gave: amountText(figures.gave, figures.from),
              received: amountText(figures.received, figures.to),
            })}{' '}
            {!isZeroDecimal(figures.unused) && t('result.rest', { rest: amountText(figures.unused, figures.from) })}
          </span>
        </p>
      )}
    </div>
  );
}
