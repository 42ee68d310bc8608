import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { securityQuery } from '../../api/security.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { finishedOrdersQuery, openOrdersQuery } from '../../api/spot.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { paths } from '../../platform/paths.ts';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './welcome.module.css';

/** The way from the sign-up to the first trade; a step that is taken already says so. */
export function NextSteps() {
  const { t } = useTranslation('welcome');
  const { data: profile } = useQuery(generalSettingsQuery);
  const { data: security } = useQuery(securityQuery);
  const { data: balances } = useQuery(balancesQuery);
  const { data: open } = useQuery(openOrdersQuery({ limit: 1 }));
  const { data: finished } = useQuery(finishedOrdersQuery({ limit: 1 }));
  const steps = [
    { name: 'verify', to: paths.kyc, isDone: profile?.is_verified },
    { name: 'protect', to: paths.security, isDone: security?.twoFactorEnabled },
    {
      name: 'fund',
      to: paths.walletList,
      isDone: balances?.list.some((balance) => !isZeroDecimal(balance.full_balance)),
    },
    {
      name: 'trade',
      to: paths.trade,
      isDone: [open, finished].some((orders) => orders !== undefined && orders.result.length > 0),
    },
  ] as const;
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, to, isDone }) => (
        <li key={name}>
          <Link to={to}>
            <strong>{t(`step.${name}.title`)}</strong>
            <span className="muted">{t(`step.${name}.text`)}</span>
          </Link>
          {isDone && <StatusChip tone="done" label={t('step.done')} />}
        </li>
      ))}
    </ol>
  );
}
