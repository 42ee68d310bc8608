/** The sign-up bonus that waits for the identity to be verified. */
import { Button } from '@mantine/core';
import type { GeneralSettings } from '@pelican/shared/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { addMessages } from '../../platform/i18n.ts';
import { paths } from '../../platform/paths.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './bonus-dialog.module.css';
import english from './locales/en.json';

addMessages('sign-up-bonus', english);

type Bonus = NonNullable<GeneralSettings['signup_bonus']>;

/** It is shown once a day. */
const shownKey = 'pelican.bonus-shown';
const today = () => new Date().toISOString().slice(0, 10);

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** "13 days 03:59:07" */
function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation('sign-up-bonus');
  const seconds = Math.max(0, Math.floor((until - useNow()) / 1000));
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const time = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return (
    <p className={styles.left} role="timer" aria-live="off">
      <span className="hint">{t('left')}</span>
      <strong className="tabular">{t('days', { count: Math.floor(seconds / 86_400), time })}</strong>
    </p>
  );
}

function Content({ bonus, onClose }: { bonus: Bonus; onClose: () => void }) {
  const { t } = useTranslation('sign-up-bonus');
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={styles.content}>
        <p className={styles.amount}>
          <Amount value={bonus.amount} ticker={bonus.ticker} withTicker />
        </p>
        <p className="muted">{t('worth', { inr: bonus.inr })}</p>
        <p>{bonus.waiting ? t('waiting') : t('how')}</p>
        {!bonus.waiting && <TimeLeft until={bonus.expires_at} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('later')}
          </Button>
          {!bonus.waiting && (
            <Button component={Link} to={paths.kyc} onClick={onClose} data-autofocus>
              {t('finish')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Shows the bonus once a day, on pages of the account and the front page: nobody is held up while trading. */
export function BonusDialog() {
  const { pathname } = useLocation();
  const { data } = useQuery(generalSettingsQuery);
  const [isClosed, setClosed] = useState(() => readStored(shownKey) === today());
  const bonus = data?.signup_bonus;
  const isPlace = [paths.welcome, paths.home, paths.profile, paths.walletList].some((path) => path === pathname);
  if (bonus?.state !== 'granted' || isClosed || !isPlace) return null;
  const close = () => {
    writeStored(shownKey, today());
    setClosed(true);
  };
  return <Content bonus={bonus} onClose={close} />;
}
