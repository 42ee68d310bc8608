import { Button, NativeSelect, TextInput } from '@mantine/core';
import { features, notifyRequest } from '@pelican/shared/contracts/support';
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

const marketChoice = 'market';

/** Subscribes to the notice of the opening of a feature or a market. */
export function WatchForm() {
  const { t } = useTranslation('support');
  const { isSignedIn } = useSession();
  const [isSent, setSent] = useState(false);
  const [chosen, setChosen] = useState('');
  const captcha = useVisitorCaptcha();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { feature: '', market: '', email: '' },
    schema: notifyRequest,
    requestOf: ({ feature, market, email }) => ({
      ...(feature === marketChoice ? { market: market.trim().toUpperCase().replace('/', '_') } : {}),
      ...(feature === marketChoice || feature === '' ? {} : { feature }),
      ...(isSignedIn ? {} : { email }),
    }),
    send: async (request) => call('POST /v2/notifyUser', { body: await captcha.solved(request) }),
    onSent: () => {
      setChosen('');
      setSent(true);
    },
  });
  form.watch('feature', ({ value }) => setChosen(value));
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} title={t('notSent')} />
      <NativeSelect
        label={t('watch.what')}
        size="md"
        required
        data={[
          { value: '', label: t('watch.choose'), disabled: true },
          ...features.map((feature) => ({ value: feature, label: t(`watch.feature.${feature}`) })),
          { value: marketChoice, label: t('watch.feature.market') },
        ]}
        key={form.key('feature')}
        {...form.getInputProps('feature')}
      />
      {chosen === marketChoice && (
        <TextInput
          label={t('watch.market')}
          placeholder="BTC/USDT"
          size="md"
          required
          maxLength={25}
          key={form.key('market')}
          {...form.getInputProps('market')}
        />
      )}
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
      <CaptchaStatus state={captcha.state} />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" size="md" loading={isPending}>
          {t('watch.send')}
        </Button>
      </div>
      {isSent && <SentDialog number={undefined} onClose={() => setSent(false)} />}
    </form>
  );
}
