import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { passwordScoreMin } from '@pelican/shared/contracts/auth';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { PasswordMeter } from './password-meter.tsx';
import { PasswordRules } from './password-rules.tsx';
import { usePasswordScore } from './use-password-score.ts';

interface NewPassword {
  password: string;
  password_confirmation: string;
}

interface NewPasswordFieldsProps<Values> {
  form: UseFormReturnType<Values>;
  /** Of somebody who has none yet: there is no present password to compare it with. */
  isFirst?: boolean;
}

/** A new password, what it needs, how hard it is to guess, and the same once more. */
export function NewPasswordFields<Values extends NewPassword>({
  form,
  isFirst = false,
}: NewPasswordFieldsProps<Values>) {
  const { t } = useTranslation('identity');
  const id = useId();
  const [typed, setTyped] = useState('');
  const { score, judge } = usePasswordScore(typed);
  const isWeak = score !== null && score < passwordScoreMin;
  form.watch('password', ({ value }) => setTyped(String(value)));
  const toggle = { 'aria-label': t('showPassword'), tabIndex: 0 };
  return (
    <>
      <PasswordInput
        label={t(isFirst ? 'password.first' : 'password.new')}
        size="md"
        autoComplete="new-password"
        aria-describedby={id}
        visibilityToggleButtonProps={toggle}
        key={form.key('password')}
        {...form.getInputProps('password')}
        error={form.errors.password ?? (isWeak ? t('password.weak') : undefined)}
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
        key={form.key('password_confirmation')}
        {...form.getInputProps('password_confirmation')}
      />
    </>
  );
}
