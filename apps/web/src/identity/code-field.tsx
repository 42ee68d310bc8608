import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './identity.module.css';
import './messages.ts';

export const codeLength = 6;

interface CodeFieldProps {
  label?: string;
  description?: string;
  value: string;
  onChange: (code: string) => void;
  /** Called with a code that is complete, so that nobody has to press a button after a paste. */
  onComplete?: (code: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A code of six digits. Browsers and phones fill it in; spaces and dashes of what is pasted are left out. */
export function CodeField({ label, value, onChange, onComplete, autoFocus = false, ...others }: CodeFieldProps) {
  const { t } = useTranslation('identity');
  const take = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, codeLength);
    if (code === value) return;
    onChange(code);
    if (code.length === codeLength) onComplete?.(code);
  };
  return (
    <TextInput
      label={label ?? t('code.label')}
      size="md"
      className={styles.code ?? ''}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => take(event.currentTarget.value)}
      {...others}
    />
  );
}
