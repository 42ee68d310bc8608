import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decimal, toDecimal } from '../../../terminal/form/form-numbers.ts';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';

const offered = ['0.1', '0.5', '1'] as const;
const ownMax = 5;
const ownDecimals = 2;

export interface Slippage {
  choice: (typeof offered)[number] | 'own';
  /** In percent, as typed. */
  own: string;
}

export const usualSlippage: Slippage = { choice: '0.5', own: '' };

/** The chosen one as a fraction; null where the own one is none that is allowed: above 0 and at most 5 %. */
export function slippageOf({ choice, own }: Slippage): Decimal | null {
  const percent = toDecimal(choice === 'own' ? own : choice);
  return percent.isZero() || percent.gt(ownMax) ? null : percent.div(100);
}

/** How far the price may move against the user between the estimate and the swap. */
export function SlippageChoice({ value, onChange }: { value: Slippage; onChange: (value: Slippage) => void }) {
  const { t } = useTranslation(exchangeMessages);
  const id = useId();
  const isWrong = value.choice === 'own' && value.own !== '' && slippageOf(value) === null;
  return (
    <fieldset className={styles.slippage}>
      <legend>{t('slippage.title')}</legend>
      <div className={styles.choices}>
        {[...offered, 'own' as const].map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={id}
              value={choice}
              checked={value.choice === choice}
              onChange={() => onChange({ ...value, choice })}
            />
            <span>{choice === 'own' ? t('slippage.own') : `${choice} %`}</span>
          </label>
        ))}
        {value.choice === 'own' && (
          <span className={styles.own} data-error={isWrong || undefined}>
            <input
              inputMode="decimal"
              autoComplete="off"
              aria-label={t('slippage.ownLabel')}
              aria-invalid={isWrong || undefined}
              aria-describedby={`${id}-hint`}
              value={value.own}
              onChange={(event) => onChange({ ...value, own: cleanDecimal(event.currentTarget.value, ownDecimals) })}
            />
            <span aria-hidden>%</span>
          </span>
        )}
      </div>
      <p id={`${id}-hint`} className={isWrong ? styles.problem : 'hint'}>
        {t(isWrong ? 'slippage.wrong' : 'slippage.hint', { max: ownMax })}
      </p>
    </fieldset>
  );
}
