/** What of an asset's deposits or withdrawals is closed or late, beside the form that it concerns. */
import type { PaymentMethod, WayStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { assetStatusQuery } from '../api/assets-status.ts';
import { assetsStatusPath } from '../platform/paths.ts';
import { formatDateTime } from '../ui/format-time.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import './messages.ts';
import styles from './way-note.module.css';

type Way = 'deposit' | 'withdrawal';

interface WayNoteProps {
  ticker: string;
  method: Pick<PaymentMethod, 'key' | 'enabled'>;
  way: Way;
}

/** Why it is closed or late and until when, and the way to the states of all. */
export function WayNote({ ticker, method: { key, enabled }, way }: WayNoteProps) {
  const { t } = useTranslation('payments');
  const { data } = useQuery(assetStatusQuery(ticker));
  const status = data?.result.find((row) => row.ticker === ticker && row.key === key)?.[way];
  const isOpen = enabled && (!status || status.state === 'open');
  return (
    <div className={styles.notes}>
      {!isOpen && (
        <p className={styles.note} role="status">
          <IconAlertTriangle size={20} aria-hidden />
          <span className={styles.sentences}>
            {sentencesOf(status, { ticker, way }, t).map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </span>
        </p>
      )}
      <Link className="standalone-link" to={assetsStatusPath(ticker)}>
        {t('way.toStatus')}
      </Link>
    </div>
  );
}

type Translate = TFunction<'payments'>;

/** "Deposit for BTC is disabled", why, and until when. @param status undefined while it is not known */
function sentencesOf(
  status: WayStatus | undefined | null,
  { ticker, way }: { ticker: string; way: Way },
  t: Translate,
): string[] {
  const disabled = t(`way.disabled.${way}`, { value: ticker });
  if (!status || status.state === 'open') return [disabled];
  const { state, cause, reason, expectedAt } = status;
  return [
    state === 'suspended' ? disabled : t(`way.late.${cause ?? 'unread'}`),
    ...(reason === '' ? [] : [reason]),
    ...(expectedAt === null ? [] : [t('way.expected', { time: formatDateTime(expectedAt) })]),
  ];
}
