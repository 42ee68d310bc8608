import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconExclamationCircle } from '../../ui/icons.ts';
import { useTypedNumber } from '../../ui/use-typed-number.ts';
import styles from './order-form.module.css';

interface NumberFieldProps {
  label: string;
  /** The ticker, or a choice of two. */
  suffix: ReactNode;
  value: string;
  onChange: (typed: string) => void;
  error?: string | undefined;
  /** The error has just come, and is read out. */
  isAlert?: boolean;
  hint?: string | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field for a price or an amount: its label inside at the left, a line for its error or hint below. */
export function NumberField(props: NumberFieldProps) {
  const { label, suffix, value, onChange, error, isAlert = false, hint, placeholder, inputRef } = props;
  const { t } = useTranslation();
  const id = useId();
  const noteId = `${id}-note`;
  const typed = useTypedNumber(value, onChange);
  const problem = typed.refused ? t('numbers.refused') : error;
  const note = problem ?? hint;
  return (
    <div className={styles.field}>
      <div className={styles.box} data-error={problem ? true : undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          ref={inputRef}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          value={typed.text}
          placeholder={placeholder}
          aria-invalid={problem ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          onChange={typed.onChange}
        />
        <span className={styles.suffix}>{suffix}</span>
      </div>
      <p
        // Another element: a role that an element gets later is not read out.
        key={isAlert ? 'alert' : 'note'}
        id={noteId}
        role={isAlert ? 'alert' : undefined}
        className={`${styles.note} ${problem ? styles.error : styles.hint}`}
      >
        {problem && <IconExclamationCircle size={14} aria-hidden />} {note}
      </p>
    </div>
  );
}
