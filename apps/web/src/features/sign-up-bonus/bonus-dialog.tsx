/** The sign-up bonus that waits for the identity to be verified. */
import { Button } from '@mantine/core';
import type { GeneralSettings } from '@pelican/shared/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { serverNow } from '../../platform/clock.ts';
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
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
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

const places: readonly string[] = [paths.welcome, paths.home, paths.profile, paths.walletList];

/** The page on which a key was pressed, or something clicked, last. */
function usePageInUse(pathname: string): RefObject<string | null> {
  const page = useRef(navigator.userActivation?.hasBeenActive ? pathname : null);
  useEffect(() => {
    const note = () => {
      page.current = pathname;
    };
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, note, { capture: true });
    return () => {
      for (const event of ['keydown', 'pointerdown']) removeEventListener(event, note, { capture: true });
    };
  }, [pathname]);
  return page;
}

/**
 * Shows the bonus once a day, on pages of the account and the front page: nobody is held up while trading. It opens with the
 * page or not at all, since a dialog takes the keys from what is typed.
 */
export function BonusDialog() {
  const { pathname } = useLocation();
  const { data } = useQuery(generalSettingsQuery);
  const pageInUse = usePageInUse(pathname);
  const [isOpen, setOpen] = useState(false);
  const bonus = data?.signup_bonus;
  const isGranted = bonus?.state === 'granted';
  useEffect(() => {
    const isDue = isGranted && places.includes(pathname) && readStored(shownKey) !== today();
    setOpen(isDue && pageInUse.current !== pathname);
  }, [isGranted, pathname, pageInUse]);
  if (!isOpen || !bonus) return null;
  const close = () => {
    writeStored(shownKey, today());
    setOpen(false);
  };
  return <Content bonus={bonus} onClose={close} />;
}
