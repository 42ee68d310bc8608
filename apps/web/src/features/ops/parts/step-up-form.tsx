import { Button, PasswordInput, SegmentedControl } from '@mantine/core';
import type { Challenge, FactorName } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { answerChallenge } from '../../../api/step-up.ts';
import styles from './decision-dialog.module.css';

/** Those that are typed without anything being sent first. */
const typedFactors = ['password', 'totp', 'recovery_code'] as const satisfies readonly FactorName[];

interface StepUpFormProps {
  challenge: Challenge;
  onPassed: () => void;
  onCancel: () => void;
}

/** Asks for a factor, so that one call goes through. */
export function StepUpForm({ challenge, onPassed, onCancel }: StepUpFormProps) {
  const { t } = useTranslation('ops');
  const factors = typedFactors.filter((name) => challenge.factors.includes(name));
  const [factor, setFactor] = useState<FactorName>(factors[0] ?? 'password');
  const [text, setText] = useState('');
  const answer = useMutation({
    mutationFn: () => answerChallenge({ id: challenge.id, factor, answer: text }),
    onSuccess: onPassed,
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (text !== '' && !answer.isPending) answer.mutate();
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <p>{t('stepUp.body')}</p>
      {factors.length > 1 && (
        <SegmentedControl
          mt={16}
          aria-label={t('stepUp.factor')}
          value={factor}
          onChange={(next) => setFactor(next as FactorName)}
          data={factors.map((name) => ({ value: name, label: t(`stepUp.factors.${name}`) }))}
        />
      )}
      <PasswordInput
        mt={16}
        data-autofocus
        label={t(`stepUp.factors.${factor}`)}
        autoComplete={factor === 'password' ? 'current-password' : 'one-time-code'}
        visibilityToggleButtonProps={{ 'aria-label': t('stepUp.show'), tabIndex: 0 }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {answer.error && (
        <p role="alert" className={styles.error}>
          {messagesOf(answer.error).join(' ')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('common:dialog.cancel')}
        </Button>
        <Button type="submit" loading={answer.isPending}>
          {t('stepUp.submit')}
        </Button>
      </div>
    </form>
  );
}
