import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { balancesKey } from '../../api/wallet.ts';
import { confirmWithdrawal, withdrawalsKey } from '../../api/withdrawals.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import './messages.ts';
import styles from './withdrawals.module.css';

/** Where the link of the mail leads: a button, because programs that read mails open links too. */
export function Component() {
  const { t } = useTranslation('withdrawals');
  usePageTitle(t('confirm.title'));
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const server = useServerErrors([]);
  const token = params.get('token');
  const confirm = useMutation({
    mutationFn: (given: string) => confirmWithdrawal({ token: given }),
    onMutate: server.clear,
    onSuccess: ({ id }) => navigate(paths.successful, { replace: true, state: { withdrawalId: id } }),
    onError: (error) => void server.take(error),
    onSettled: () => {
      for (const queryKey of [balancesKey, withdrawalsKey]) void client.invalidateQueries({ queryKey: [...queryKey] });
    },
  });
  // Nothing that is tried with it again can work.
  const hasEnded = confirm.error instanceof ApiError && confirm.error.code === 'link_ended';
  if (!token) return <Navigate to={paths.unsuccessful} replace />;
  return (
    <div className={styles.card}>
      <h1>{t('confirm.title')}</h1>
      {!hasEnded && <p className="muted">{t('confirm.byLink')}</p>}
      <FormAlert problem={server.problem} />
      {hasEnded ? (
        <Link to={`${paths.walletHistory}?tab=withdrawal`}>{t('recent.all')}</Link>
      ) : (
        <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
          {t('confirm.submit')}
        </Button>
      )}
    </div>
  );
}
