import { PasswordInput } from '@mantine/core';
import { passwordScoreMin } from '@pelican/shared/contracts/auth';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { PasswordMeter } from './password-meter.tsx';
import { PasswordRules } from './password-rules.tsx';
import { usePasswordScore } from './use-password-score.ts';

/** What the form has for one of its fields; the field keeps its own value. */
interface FieldOfForm {
  name?: string;
  error?: ReactNode;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface NewPasswordFieldsProps {
  password: FieldOfForm;
  confirmation: FieldOfForm;
  /** Of somebody who has none yet: there is no present password to compare it with. */
  isFirst?: boolean;
}

/** A new password, what it needs, how hard it is to guess, and the same once more. */
export function NewPasswordFields({ password, confirmation, isFirst = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('identity');
  const id = useId();
  const [typed, setTyped] = useState('');
  const { score, judge } = usePasswordScore(typed);
  const isWeak = score !== null && score < passwordScoreMin;
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value);
    password.onChange(event);
  };
  const toggle = { 'aria-label': t('showPassword'), tabIndex: 0 };
  return (
    <>
      <PasswordInput
        label={t(isFirst ? 'password.first' : 'password.new')}
        size="md"
        autoComplete="new-password"
        aria-describedby={id}
        visibilityToggleButtonProps={toggle}
        {...password}
        error={password.error ?? (isWeak ? t('password.weak') : undefined)}
        onChange={type}
        onBlur={judge}
      />
      <div id={id}>
        <PasswordRules password={typed} score={score} />
        <PasswordMeter score={score} />
      </div>
      <PasswordInput
        label={t(isFirst ? 'password.firstAgain' : 'password.newAgain')}
        size="md"
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...confirmation}
      />
    </>
  );
}
