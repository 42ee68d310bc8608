import { useId } from 'react';
import styles from './dialogs.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange: (value: Value) => void;
  /** Each with its explanation below it. */
  stacked?: boolean;
}

/** One of a few, all in sight: radio buttons dressed as a row, or as a list of explained cards. */
export function Choice<Value extends string>({ label, value, options, onChange, stacked = false }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} data-stacked={stacked || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.hint && <small>{option.hint}</small>}
        </label>
      ))}
    </fieldset>
  );
}
