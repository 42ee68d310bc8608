import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { FactorName, FactorProof, SentFactorName } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../api/api-error.ts';
import { IconCircleCheck } from '../ui/icons.ts';
import { CodeField } from './code-field.tsx';
import styles from './identity.module.css';
import './messages.ts';
import { askPasskey, isGivenUp } from './passkeys.ts';
import { ResendCode } from './resend-code.tsx';
import { type CodeSent, useCodeSending } from './use-code-sending.ts';
import type { ProofDraft, ProofSource } from './use-proof.ts';

interface FactorFieldsProps {
  draft: ProofDraft;
  source: ProofSource;
  /** A code that was sent without asking. */
  firstSent?: CodeSent | null;
  error?: string | undefined;
  /** The last code was refused, as is said beside the form. */
  wasRefused?: boolean;
  /** Called when the proof is complete without a button: six digits typed, or a passkey used. */
  onReady?: (proof: FactorProof) => void;
  autoFocus?: boolean;
}

type FieldProps = Omit<FactorFieldsProps, 'draft'> & { draft: ProofDraft & { factor: FactorName } };

/** The ways to show who one is: a choice of them, and the field of the chosen one. */
export function FactorFields(props: FactorFieldsProps) {
  const { t } = useTranslation('identity');
  const { factors, factor, choose } = props.draft;
  if (factor === undefined) return null;
  const draft = { ...props.draft, factor };
  return (
    <div className={styles.factors}>
      {factors.length > 1 && (
        <NativeSelect
          label={t('factor.label')}
          size="md"
          data={factors.map((value) => ({ value, label: t(`factor.${value}`) }))}
          value={factor}
          onChange={(event) => choose(event.currentTarget.value as FactorName)}
        />
      )}
      <FactorField key={factor} {...props} draft={draft} />
    </div>
  );
}

function FactorField(props: FieldProps) {
  const { t } = useTranslation('identity');
  const { draft, error, wasRefused = false, autoFocus = false } = props;
  const { factor, code, type } = draft;
  if (factor === 'passkey') return <PasskeyField {...props} />;
  if (factor === 'email_code' || factor === 'sms_code') return <SentCodeField {...props} factor={factor} />;
  if (factor === 'totp')
    return <DigitsField {...props} description={t(error || wasRefused ? 'factor.totpClock' : 'factor.totpHint')} />;
  const field = {
    label: t(`factor.${factor}`),
    size: 'md',
    error,
    value: code,
    'data-autofocus': autoFocus || undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
  } as const;
  if (factor === 'recovery_code')
    return (
      <TextInput {...field} autoComplete="off" data-secret spellCheck={false} description={t('factor.recoveryHint')} />
    );
  return (
    <PasswordInput
      {...field}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
    />
  );
}

function DigitsField({ draft, error, onReady, autoFocus, description }: FieldProps & { description?: string }) {
  const { factor, code, type } = draft;
  return (
    <CodeField
      value={code}
      onChange={type}
      error={error}
      autoFocus={autoFocus ?? false}
      {...(description === undefined ? {} : { description })}
      {...(onReady ? { onComplete: (complete: string) => onReady({ factor, code: complete }) } : {})}
    />
  );
}

function SentCodeField({ factor, ...props }: FieldProps & { factor: SentFactorName }) {
  const sending = useCodeSending(() => props.source.sendCode(factor), props.firstSent ?? null);
  return (
    <>
      <ResendCode sending={sending} />
      <DigitsField {...props} />
    </>
  );
}

function PasskeyField({ draft, source, error, onReady }: FieldProps) {
  const { t } = useTranslation('identity');
  const use = useMutation({
    mutationFn: async () => askPasskey((await source.passkeyOptions()).options),
    onSuccess: (answer) => {
      draft.take(answer);
      onReady?.({ factor: 'passkey', code: answer });
    },
  });
  if (draft.passkey && !onReady)
    return (
      <p role="status" className={styles.used}>
        <IconCircleCheck size={16} aria-hidden /> {t('passkey.used')}
      </p>
    );
  const failure = use.error && (isGivenUp(use.error) ? t('passkey.givenUp') : messagesOf(use.error).join(' '));
  return (
    <div>
      <Button variant="default" size="md" fullWidth loading={use.isPending} onClick={() => use.mutate()}>
        {t('passkey.use')}
      </Button>
      {(failure ?? error) && (
        <p role="alert" className={styles.fieldError}>
          {failure ?? error}
        </p>
      )}
    </div>
  );
}
