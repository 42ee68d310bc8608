import './messages.ts';
import { Button } from '@mantine/core';
import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { kycStatusQuery, type Variant } from '../../api/kyc.ts';
import { VerificationChip } from '../../identity/verification-chip.tsx';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { Section, SettingsPage } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { Completed, Processing, Rejected, SendAgain } from './outcome.tsx';
import styles from './verification.module.css';

/** How far the verification is, and where it begins. */
export function Component() {
  const { t } = useTranslation('verification');
  usePageTitle(t('title'));
  const { data: status, error, refetch } = useQuery(kycStatusQuery);
  return (
    <SettingsPage title={t('title')}>
      <Section
        title={t('identity')}
        about={!status || isToBegin(status) ? t('lead') : undefined}
        action={status && <Chips status={status} />}
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

/** Nothing was sent, or what was sent is not complete. */
function isToBegin({ state, rejected, resubmit }: KycStatus): boolean {
  return (state === 'not_verified' || state === 'in_process') && !rejected && resubmit.length === 0;
}

function Chips({ status: { state, resubmit } }: { status: KycStatus }) {
  const { t } = useTranslation('verification');
  return (
    <span className={styles.chips}>
      <VerificationChip state={state} />
      {resubmit.length > 0 && <StatusChip tone="attention" label={t('stepState.attention')} />}
    </span>
  );
}

function Overview({ status }: { status: KycStatus | undefined }) {
  if (!status) return <Skeleton height={220} />;
  if (status.state === 'verified') return <Completed />;
  if (status.state === 'processing') return <Processing />;
  if (status.rejected) return <Rejected status={status} variant={status.customer.isIndian ? 'india' : 'global'} />;
  return status.resubmit.length > 0 ? <Again status={status} /> : <Choices status={status} />;
}

/** What an operator has asked for again, and the way to the step that takes it. */
function Again({ status }: { status: KycStatus }) {
  const { t } = useTranslation('verification');
  return (
    <>
      <SendAgain status={status} />
      <div>
        <Button component={Link} to={status.customer.verifyLink} size="md">
          {t('again.go')}
        </Button>
      </div>
    </>
  );
}

function Choices({ status: { customer, state } }: { status: KycStatus }) {
  const { t } = useTranslation('verification');
  const begun: Variant | undefined = state === 'not_verified' ? undefined : customer.isIndian ? 'india' : 'global';
  const variants: [Variant, string][] = [
    ['india', paths.kycIndia],
    ['global', paths.kycGlobal],
  ];
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
        {variants.map(([variant, to]) => (
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
