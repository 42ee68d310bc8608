import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconExclamationCircle } from '../../../ui/icons.ts';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';

interface AmountFieldProps {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  /** Stands at the end of the field: the coin, or a choice of coins. */
  coin: ReactNode;
  /** Beside the label. */
  aside?: ReactNode;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A large field for one of the two amounts, with its coin. */
export function AmountField({ label, value, onChange, coin, aside, error, inputRef }: AmountFieldProps) {
  const { t } = useTranslation(exchangeMessages);
  const id = useId();
  const typed = useTypedNumber(value, onChange);
  const problem = typed.refused ? t('common:numbers.refused') : error;
  return (
    <div className={styles.field}>
      <div className={styles.fieldHead}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.box} data-error={problem ? true : undefined}>
        <input
          ref={inputRef}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder="0"
          value={typed.text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
          onChange={typed.onChange}
        />
        {coin}
      </div>
      <p id={`${id}-note`} className={styles.problem}>
        {problem && (
          <>
            <IconExclamationCircle size={14} aria-hidden /> {problem}
          </>
        )}
      </p>
    </div>
  );
}
