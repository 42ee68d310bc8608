import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askFactorRecovery } from '../../api/auth.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import styles from './auth.module.css';

/** The way out for somebody who has lost every second factor: what happens then, before it is asked for. */
export function LostFactor({ ticket }: { ticket: string }) {
  const { t } = useTranslation('auth');
  const [isOpen, setOpen] = useState(false);
  const server = useServerErrors([]);
  const ask = useMutation({
    mutationFn: () => askFactorRecovery(ticket),
    onMutate: server.clear,
    onError: (error) => void server.take(error),
  });
  if (!isOpen)
    return (
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('lostFactor.open')}
      </Button>
    );
  if (ask.data)
    return (
      <div role="status">
        <p>
          <strong>{t('lostFactor.asked')}</strong>
        </p>
        <p>{t('lostFactor.next', { hours: ask.data.wait_hours })}</p>
      </div>
    );
  return (
    <section className={styles.form} aria-label={t('lostFactor.title')}>
      <h2>{t('lostFactor.title')}</h2>
      <p>{t('lostFactor.body')}</p>
      <ul>
        {(t('lostFactor.steps', { returnObjects: true }) as string[]).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <FormAlert problem={server.problem} />
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        {t('lostFactor.submit')}
      </Button>
    </section>
  );
}
