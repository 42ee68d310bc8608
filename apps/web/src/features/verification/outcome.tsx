/** Panels of a verification that waits or is decided. */
import { Button } from '@mantine/core';
import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { kycStatusQuery, redoKyc, type Variant } from '../../api/kyc.ts';
import { paths } from '../../platform/paths.ts';
import { FormErrors } from './form-errors.tsx';
import styles from './verification.module.css';

export function Processing() {
  const { t } = useTranslation('verification');
  return (
    <div role="status" className={styles.form}>
      <h2>{t('processing.title')}</h2>
      <p>{t('processing.body')}</p>
    </div>
  );
}

export function Completed() {
  const { t } = useTranslation('verification');
  return (
    <div className={styles.form}>
      <h2>{t('completed.title')}</h2>
      <p>{t('completed.body')}</p>
      <div>
        <Button component={Link} to={paths.market} size="md">
          {t('completed.go')}
        </Button>
      </div>
    </div>
  );
}

/** What is to be sent again, and why. */
export function SendAgain({ status: { reason, resubmit } }: { status: KycStatus }) {
  const { t } = useTranslation('verification');
  return (
    <div className={styles.note} role="status">
      <strong>{t('again.title')}</strong>
      {reason && <p>{reason}.</p>}
      <p>{t('again.parts', { parts: resubmit.map((part) => t(`file.${part}`)).join(', ') })}</p>
    </div>
  );
}

/** Why it was refused, and the way to begin again. */
export function Rejected({ status, variant }: { status: KycStatus; variant: Variant }) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  const navigate = useNavigate();
  const redo = useMutation({
    mutationFn: () => redoKyc(variant),
    onSuccess: ({ kyc }) => {
      client.setQueryData(kycStatusQuery.queryKey, kyc);
      void navigate(variant === 'india' ? paths.kycIndia : paths.kycGlobal);
    },
  });
  return (
    <div className={styles.form}>
      <h2>{t('rejected.title')}</h2>
      {status.reason && <p>{status.reason}.</p>}
      {redo.error && <FormErrors messages={messagesOf(redo.error)} />}
      <div>
        <Button size="md" loading={redo.isPending} onClick={() => redo.mutate()}>
          {t('rejected.redo')}
        </Button>
      </div>
    </div>
  );
}
