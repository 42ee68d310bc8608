/** The code and link to share, and the rewards to claim. */
import { Button } from '@mantine/core';
import type { ReferralOverview } from '@pelican/shared/contracts/referrals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { claimRewards, referralKeys, referralOverviewQuery } from '../../api/referrals.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import { saidHere } from '../../ui/said-here.ts';
import { Section, SettingRow } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './referrals.module.css';

function Invitation({ overview }: { overview: ReferralOverview }) {
  const { t } = useTranslation('referrals');
  const { code, link, share, kyc_days: kycDays, friends, friends_successful: successful } = overview;
  const send = () => {
    // Closing the sheet of the system is no failure.
    navigator.share({ title: t('invite.shareText'), url: link }).catch(() => undefined);
  };
  return (
    <Section
      title={t('invite.title')}
      about={t('invite.about', { percent: Number(share) * 100, kycDays })}
      action={'share' in navigator ? <Button onClick={send}>{t('invite.share')}</Button> : undefined}
    >
      <SettingRow label={t('invite.code')}>
        <span className={styles.value}>
          <strong className="tabular">{code}</strong>
          <CopyButton text={code} label={t('invite.copyCode')} />
        </span>
      </SettingRow>
      <SettingRow label={t('invite.link')}>
        <span className={styles.value}>
          <span className={styles.link}>{link}</span>
          <CopyButton text={link} label={t('invite.copyLink')} />
        </span>
      </SettingRow>
      <SettingRow label={t('figures.friends')}>
        <span className="tabular">{friends}</span>
      </SettingRow>
      <SettingRow label={t('figures.successful')}>
        <span className="tabular">{successful}</span>
      </SettingRow>
    </Section>
  );
}

function Rewards({ overview }: { overview: ReferralOverview }) {
  const { t } = useTranslation('referrals');
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: claimRewards,
    onMutate: () => saidHere('referral_rewards_paid'),
    onSuccess: ({ claims }) => {
      const paid = claims.map(({ received, ticker }) => `${received} ${ticker}`).join(', ');
      notify.success(paid, { title: t('rewards.claimed') });
    },
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('rewards.failed') }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: referralKeys.all }),
        client.invalidateQueries({ queryKey: balancesQuery.queryKey }),
      ]),
  });
  const { available, claim_days: days } = overview;
  return (
    <Section
      title={t('rewards.title')}
      about={t('rewards.about', { days })}
      action={
        available.length > 0 ? (
          <Button loading={isPending} onClick={() => mutate()}>
            {t('rewards.claim')}
          </Button>
        ) : undefined
      }
    >
      {available.length === 0 && <p className="hint">{t('rewards.none')}</p>}
      {available.map(({ ticker, amount, expires_at: expiresAt }) => (
        <SettingRow key={ticker} label={ticker} hint={t('rewards.expires', { when: formatDateTime(expiresAt / 1000) })}>
          <Amount value={amount} ticker={ticker} withTicker />
        </SettingRow>
      ))}
    </Section>
  );
}

export function Overview() {
  const { t } = useTranslation('referrals');
  const { data, error, refetch } = useQuery(referralOverviewQuery);
  if (data)
    return (
      <>
        <Invitation overview={data} />
        <Rewards overview={data} />
      </>
    );
  if (error) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={420} />;
}
