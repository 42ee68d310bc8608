import type { Requested } from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { Moment } from '../../../ui/moment.tsx';
import styles from './decision-dialog.module.css';

/** Nothing has changed yet: another operator decides. */
export function RequestedNote({ request }: Pick<Requested, 'request'>) {
  const { t } = useTranslation('ops');
  return (
    <div className={styles.note} role="status">
      <p>{t('requested.body')}</p>
      <p>
        <Link to={`${paths.operators}/approvals/${request.id}`}>{t('requested.link', { id: request.id })}</Link>
        {', '}
        {t('requested.until')} <Moment seconds={request.expires} />
      </p>
      <p className="hint">
        {t('requested.hash')} <span className={`mono ${styles.hash}`}>{request.hash.slice(0, 16)}</span>
      </p>
    </div>
  );
}
