import { type ReactNode, type Ref, useId } from 'react';
import { IconExclamationCircle } from '../../ui/icons.ts';
import styles from './order-form.module.css';

interface NumberFieldProps {
  label: string;
  /** The ticker, or a choice of two. */
  suffix: ReactNode;
  value: string;
  onChange: (typed: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field for a price or an amount, its label inside at the left, its error under it. */
export function NumberField({ label, suffix, value, onChange, error, hint, placeholder, inputRef }: NumberFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <div className={styles.box} data-error={error ? true : undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          ref={inputRef}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          value={value}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <span className={styles.suffix}>{suffix}</span>
      </div>
      {note && (
        <p id={noteId} className={error ? styles.error : styles.hint}>
          {error && <IconExclamationCircle size={14} aria-hidden />} {note}
        </p>
      )}
    </div>
  );
}
