import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { useOperator } from './use-operator.ts';

/** To the entries that were posted for something, or of a user. */
export function LedgerLink(of: { reference: string } | { user: number }) {
  const { t } = useTranslation('ops');
  const { may } = useOperator();
  if (!may('money')) return null;
  const query = 'user' in of ? `user=${of.user}` : `reference=${encodeURIComponent(of.reference)}`;
  return <Link to={`${paths.operators}/ledger?${query}`}>{t('list.ledger')}</Link>;
}
