import { Button, Textarea, TextInput } from '@mantine/core';
import { feedbackRequest } from '@pelican/shared/contracts/support';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { CaptchaStatus } from '../../../identity/captcha-status.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import styles from '../support.module.css';
import { SentDialog } from './sent-dialog.tsx';
import { useVisitorCaptcha } from './use-visitor-captcha.ts';

/** A message to the exchange from anybody; a signed-in person is answered at the account's address. */
export function FeedbackForm() {
  const { t } = useTranslation('support');
  const { isSignedIn } = useSession();
  const [sent, setSent] = useState<number>();
  const captcha = useVisitorCaptcha();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { email: '', text: '' },
    schema: feedbackRequest,
    requestOf: ({ email, text }) => (isSignedIn ? { text } : { email, text }),
    send: async (request) => call('POST /v2/feedback', { body: await captcha.solved(request) }),
    onSent: ({ id }) => setSent(id),
  });
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} title={t('notSent')} />
      {!isSignedIn && (
        <TextInput
          label={t('feedback.email')}
          size="md"
          type="email"
          autoComplete="email"
          required
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
      )}
      <Textarea
        label={t('feedback.text')}
        size="md"
        required
        autosize
        minRows={4}
        maxRows={16}
        maxLength={5_000}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <CaptchaStatus state={captcha.state} />
      <div className={styles.buttons}>
        <Button type="submit" size="md" loading={isPending}>
          {t('feedback.send')}
        </Button>
      </div>
      {sent !== undefined && <SentDialog number={sent} onClose={() => setSent(undefined)} />}
    </form>
  );
}
