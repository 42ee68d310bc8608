import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle, IconX } from './icons.ts';
import { dismissAllToasts, dismissToast, type Notice, toasts, toastsMax } from './notify.ts';
import styles from './toasts.module.css';

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
  info: IconInfoCircle,
};

/** Runs out after its time on screen, counted from its last time; the pointer or the focus on it stops the clock. */
function useExpiry(notice: Notice) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    timer.current = setTimeout(() => dismissToast(notice.id), notice.durationMs);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts anew when the toast appears or is repeated
  useEffect(() => {
    start();
    return stop;
  }, [notice.timeMs]);
  return { onMouseEnter: stop, onMouseLeave: start, onFocus: stop, onBlur: start };
}

function Toast({ notice, hidden }: { notice: Notice; hidden: boolean }) {
  const { t } = useTranslation();
  const pause = useExpiry(notice);
  const Icon = icons[notice.kind];
  return (
    <li className={styles.toast} data-kind={notice.kind} hidden={hidden} {...pause}>
      <Icon size={20} className={styles.icon} aria-hidden />
      <div role={notice.kind === 'error' ? 'alert' : undefined} className={styles.words}>
        <span className="visually-hidden">{t(`notices.kind.${notice.kind}`)}: </span>
        {notice.title && <strong>{notice.title}</strong>}
        <span>
          {notice.text}
          {notice.count > 1 && <span className="hint"> {t('notices.times', { count: notice.count })}</span>}
        </span>
        {notice.link && <Link to={notice.link.to}>{notice.link.text}</Link>}
      </div>
      <button
        type="button"
        className={styles.close}
        onClick={() => dismissToast(notice.id)}
        aria-label={t('notices.close')}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  );
}

/**
 * Top right, the newest three, so that a fill is not delayed by older notices. Older ones step aside while
 * their time runs on; how many is said below.
 */
export function Toasts() {
  const { t } = useTranslation();
  const all = useStore(toasts);
  const aside = all.length - toastsMax;
  return (
    <section className={styles.region} aria-label={t('notices.region')}>
      {/* The region is there before its notices: what comes together with its region is not read out. */}
      <ul aria-live="polite">
        {all.map((notice, index) => (
          <Toast key={notice.id} notice={notice} hidden={index < aside} />
        ))}
      </ul>
      {aside > 0 && (
        <button type="button" className={styles.more} onClick={dismissAllToasts} title={t('notices.closeAll')}>
          {t('notices.more', { count: aside })}
        </button>
      )}
    </section>
  );
}
