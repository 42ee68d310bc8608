import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { TextsByField } from './use-value-form.ts';
import styles from './value-fields.module.css';

export interface ValueField {
  name: string;
  label: string;
  hint?: string | undefined;
  isNumber?: boolean;
  isDisabled?: boolean;
  /** Of a text that takes more than a line. */
  isLong?: boolean;
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
}

interface ValueFieldsProps {
  fields: readonly ValueField[];
  values: Readonly<Record<string, string>>;
  problems: TextsByField;
  onChange: (name: string, value: string) => void;
}

/** Fields of a form side by side, each with what is wrong with it; a dialog begins at the first that may be filled in. */
export function ValueFields({ fields, values, problems, onChange }: ValueFieldsProps) {
  const first = fields.find(({ isDisabled }) => !isDisabled)?.name;
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, hint, isNumber, isDisabled = false, isLong = false, options }) => {
        const shared = {
          label,
          description: hint,
          disabled: isDisabled,
          error: problems[name],
          value: values[name] ?? '',
          'data-autofocus': name === first || undefined,
        };
        if (options)
          return (
            <NativeSelect
              key={name}
              {...shared}
              data={[...options]}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          );
        const typed = {
          ...shared,
          autoComplete: 'off',
          inputMode: isNumber ? ('numeric' as const) : ('text' as const),
          maxLength: isLong ? 2_000 : 300,
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onChange(name, event.currentTarget.value),
        };
        return isLong ? <Textarea key={name} rows={3} {...typed} /> : <TextInput key={name} {...typed} />;
      })}
    </div>
  );
}
