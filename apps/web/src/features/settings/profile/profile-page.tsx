import { Button } from '@mantine/core';
import type { GeneralSettings } from '@pelican/shared/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { VerificationChip } from '../../../identity/verification-chip.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { countryName } from '../../../ui/display-names.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Section, SettingRow, SettingsPage } from '../../../ui/settings-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CustomFee } from '../custom-fee.tsx';
import { LanguageChoice } from '../language-choice.tsx';
import settingsMessages from '../locales/en.json';
import { ThemeChoice } from '../theme-choice.tsx';
import { Email } from './email.tsx';
import english from './locales/en.json';
import { NicknameForm } from './nickname-form.tsx';
import { Phone } from './phone.tsx';
import styles from './profile.module.css';
import { TimeZoneChoice } from './time-zone-choice.tsx';

addMessages('settings', settingsMessages);
addMessages('settings-profile', english);

function LastSignIn({ time, ip }: { time: number; ip: string }) {
  return (
    <span className="tabular">
      {formatDateTime(time)} · {ip}
    </span>
  );
}

/** The facts of the account; bars of their size until they are known. */
function Facts({ profile }: { profile: GeneralSettings | undefined }) {
  const { t, i18n } = useTranslation('settings-profile');
  const facts = [
    { name: t('email'), value: profile && <Email email={profile.email} isConfirmed={profile.email_verified} /> },
    { name: t('phone.title'), value: profile && <Phone phone={profile.phone} /> },
    { name: t('country'), value: profile && (profile.country ? countryName(profile.country, i18n.language) : '–') },
    {
      name: t('verification'),
      value: profile && (
        <Link to={paths.kyc} className={styles.verification ?? ''}>
          <VerificationChip state={profile.verification_state} />
          {t(profile.is_verified ? 'verificationOpen' : 'verify')}
        </Link>
      ),
    },
    {
      name: t('lastSignIn'),
      value: profile && (profile.last_login ? <LastSignIn {...profile.last_login} /> : '–'),
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton width={160} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the verification of the identity says; the way there, before it says anything. */
function Personal({ profile }: { profile: GeneralSettings | undefined }) {
  const { t, i18n } = useTranslation('settings-profile');
  if (profile && !profile.personal)
    return (
      <SettingRow label={t('personal.none')} hint={t('personal.noneHint')}>
        <Button component={Link} to={paths.kyc} variant="default">
          {t('personal.open')}
        </Button>
      </SettingRow>
    );
  const known: Partial<NonNullable<GeneralSettings['personal']>> = profile?.personal ?? {};
  const { country, id_number: number, ...texts } = known;
  const names = ['full_name', 'birth_date', 'address', 'city', 'state', 'postal_code'] as const;
  const facts = [
    ...names.map((name) => [name, texts[name]] as const),
    ['country', country && countryName(country, i18n.language)] as const,
    ['id_number', profile && (number ?? '–')] as const,
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`personal.${name}`)}</dt>
          <dd>{value ?? <Skeleton width={160} />}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Component() {
  const { t } = useTranslation('settings-profile');
  usePageTitle(t('title'));
  const { data: profile, error, refetch } = useQuery(generalSettingsQuery);
  return (
    <SettingsPage title={t('title')}>
      <Section title={t('you')}>
        {error ? (
          <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Facts profile={profile} />
            <NicknameForm key={profile?.nickname} nickname={profile?.nickname} />
          </>
        )}
      </Section>
      <Section title={t('settings')}>
        <ThemeChoice />
        <LanguageChoice />
        <TimeZoneChoice />
        <SettingRow label={t('preferences.label')} hint={t('preferences.hint')}>
          <Button component={Link} to={paths.preferences} variant="default">
            {t('preferences.open')}
          </Button>
        </SettingRow>
      </Section>
      <Section title={t('fees')}>
        <CustomFee />
      </Section>
      {!error && (
        <Section title={t('personal.title')}>
          <Personal profile={profile} />
        </Section>
      )}
    </SettingsPage>
  );
}
