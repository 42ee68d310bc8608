import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../ui/format-time.ts';
import { IconExclamationCircle } from '../ui/icons.ts';
import { useCountdown } from '../ui/use-countdown.ts';
import styles from './identity.module.css';
import './messages.ts';
import type { FormProblem } from './use-server-errors.ts';

const secondsOfMinute = 60;
const secondsOfHour = 3_600;

/** 125 as 2:05 */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / secondsOfMinute)}:${String(seconds % secondsOfMinute).padStart(2, '0')}`;
}

/** Errors of the form as a whole, kept until the next try, and how long to wait for it. */
export function FormAlert({ problem, title }: { problem: FormProblem; title?: string }) {
  const { t } = useTranslation('identity');
  const secondsLeft = useCountdown(problem.untilMs);
  if (problem.messages.length === 0) return null;
  return (
    <div role="alert" className={styles.alert}>
      <IconExclamationCircle size={20} aria-hidden />
      <span>
        {title && <strong>{title}. </strong>}
        {problem.messages.join(' ')}
        {problem.untilMs !== null && secondsLeft > 0 && (
          // Read out once: the seconds that pass are no news.
          <span className="tabular" aria-live="off">
            {' '}
            {secondsLeft > secondsOfHour
              ? t('tryAgainFrom', { time: formatDateTime(problem.untilMs / 1_000) })
              : t('tryAgainIn', { time: clockOf(secondsLeft) })}
          </span>
        )}
      </span>
    </div>
  );
}
