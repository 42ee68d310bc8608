import './messages.ts';
import { Button } from '@mantine/core';
import type { KycStatus, VerificationState } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { kycStatusQuery, type Variant } from '../../api/kyc.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { Section, SettingsPage } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import { Completed, Processing, Rejected } from './outcome.tsx';
import styles from './verification.module.css';

const tones: Record<VerificationState, ChipTone> = {
  not_verified: 'attention',
  in_process: 'progress',
  processing: 'waiting',
  partially_verified: 'attention',
  verified: 'done',
};

/** How far the verification is, and where it begins. */
export function Component() {
  const { t } = useTranslation('verification');
  usePageTitle(t('title'));
  const { data: status, error, refetch } = useQuery(kycStatusQuery);
  return (
    <SettingsPage title={t('title')}>
      <Section
        title={t('identity')}
        about={status?.state === 'verified' || status?.state === 'processing' ? undefined : t('lead')}
        action={status && <StatusChip tone={tones[status.state]} label={t(`state.${status.state}`)} />}
      >
        {error && !status ? (
          <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Overview status={status} />
        )}
      </Section>
    </SettingsPage>
  );
}

function Overview({ status }: { status: KycStatus | undefined }) {
  if (!status) return <Skeleton height={220} />;
  if (status.state === 'verified') return <Completed />;
  if (status.state === 'processing') return <Processing />;
  if (status.rejected) return <Rejected status={status} variant={status.customer.isIndian ? 'india' : 'global'} />;
  return <Choices status={status} />;
}

function Choices({ status: { customer, state } }: { status: KycStatus }) {
  const { t } = useTranslation('verification');
  const begun: Variant | undefined = state === 'not_verified' ? undefined : customer.isIndian ? 'india' : 'global';
  const variants: [Variant, string][] = [
    ['india', paths.kycIndia],
    ['global', paths.kycGlobal],
  ];
  const isBound = state === 'partially_verified';
  return (
    <>
      <div>
        <p>{t('unlocks')}</p>
        <ul className={styles.list}>
          {(['trade', 'money', 'earn'] as const).map((name) => (
            <li key={name}>{t(`unlock.${name}`)}</li>
          ))}
        </ul>
      </div>
      <h3>{t('choose')}</h3>
      <div className={styles.choices}>
        {variants
          .filter(([variant]) => !isBound || variant === begun)
          .map(([variant, to]) => (
            <div key={variant} className={styles.choice}>
              <div>
                <h3>{t(`choice.${variant}.title`)}</h3>
                <p className="muted">{t(`choice.${variant}.about`)}</p>
              </div>
              <Button
                component={Link}
                to={to}
                size="md"
                variant={
                  begun === variant || (!begun && (variant === 'india') === customer.isIndian) ? 'filled' : 'default'
                }
                aria-label={t(begun === variant ? 'choice.continueVariant' : 'choice.beginVariant', {
                  name: t(`choice.${variant}.title`),
                })}
              >
                {t(begun === variant ? 'choice.continue' : 'choice.begin')}
              </Button>
            </div>
          ))}
      </div>
    </>
  );
}
