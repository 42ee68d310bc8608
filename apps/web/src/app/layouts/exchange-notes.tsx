import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../../api/system.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import styles from './exchange-notes.module.css';
import './messages.ts';
import { useRouteHandle } from './route-handle.ts';
import { SiteBanners } from './site-banners.tsx';

/** Operators change it while pages are open. */
const everyMs = 60_000;

/** Notes of operators: maintenance on every page, a pause of trading on trading screens, and banners. */
export function ExchangeNotes() {
  const { t, i18n } = useTranslation('app-layouts');
  const { terminal } = useRouteHandle();
  const { data } = useQuery({ ...systemQuery, refetchInterval: everyMs });
  const pause = data?.trading_pause;
  const paused = pause?.spot && pause.perpetual ? 'both' : pause?.spot ? 'spot' : pause?.perpetual ? 'perpetual' : null;
  const work = data?.maintenance;
  const text = work?.texts[i18n.language] ?? work?.texts.en;
  return (
    <>
      <div role="status">
        {text && (
          <p className={styles.note}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>
              {text}
              {work?.until && ` ${t('notes.until', { time: formatDateTime(work.until) })}`}
            </span>
          </p>
        )}
        {terminal && paused && (
          <p className={styles.note}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{t(`notes.paused.${paused}`)}</span>
          </p>
        )}
      </div>
      <SiteBanners />
    </>
  );
}
