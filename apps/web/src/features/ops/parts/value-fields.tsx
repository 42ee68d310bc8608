import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import styles from './value-fields.module.css';

export interface ValueField {
  name: string;
  label: string;
  hint?: string | undefined;
  isNumber?: boolean;
  isDisabled?: boolean;
  /** Of a choice. */
  options?: readonly { value: string; label: string }[];
}

interface ValueFieldsProps {
  fields: readonly ValueField[];
  values: Readonly<Record<string, string>>;
  /** Texts by field. */
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (name: string, value: string) => void;
}

/** Fields of a form side by side, each with what is wrong with it. */
export function ValueFields({ fields, values, problems, onChange }: ValueFieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, hint, isNumber, isDisabled = false, options }) => {
        const shared = {
          label,
          description: hint,
          disabled: isDisabled,
          error: problems[name],
          value: values[name] ?? '',
        };
        return options ? (
          <NativeSelect
            key={name}
            {...shared}
            data={[...options]}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        ) : (
          <TextInput
            key={name}
            {...shared}
            autoComplete="off"
            inputMode={isNumber ? 'numeric' : 'text'}
            maxLength={300}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        );
      })}
    </div>
  );
}

/** What the server has refused by field, until the field is changed. */
export function useRefusals() {
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  return {
    refusals,
    forget: (name: string) => setRefusals(({ [name]: _, ...rest }) => rest),
    /** Keeps the texts of a refusal, and passes it on. */
    async keep<Answer>(answer: Promise<Answer>): Promise<Answer> {
      try {
        return await answer;
      } catch (error) {
        if (error instanceof ApiError)
          setRefusals(Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts.join(' ')])));
        throw error;
      }
    },
  };
}

interface ChangePreviewProps {
  title: string;
  none: string;
  rows: readonly { name: string; label: string; before: string; after: string }[];
}

/** What a change makes of each value. */
export function ChangePreview({ title, none, rows }: ChangePreviewProps) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.preview} aria-label={title} aria-live="polite">
      <h3>{title}</h3>
      <ul>
        {rows.map(({ name, label, before, after }) => (
          <li key={name}>
            {label}: <del>{before === '' ? none : before}</del> → <ins>{after === '' ? none : after}</ins>
          </li>
        ))}
      </ul>
    </section>
  );
}
