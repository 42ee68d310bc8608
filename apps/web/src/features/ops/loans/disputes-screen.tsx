import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loanDisputesQuery } from '../../../api/loans-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { LoanDetail } from './loan-detail.tsx';
import './messages.ts';

/** Disputes on the left, those that wait longest first; the chosen one's loan with what both sides have shown on the right. */
export function Component() {
  const { t } = useTranslation('ops-loans');
  usePageTitle(t('disputes.title'));
  const { offset } = useListPage();
  const { data, error, refetch } = useQuery(loanDisputesQuery(offset));
  // A loan has one open dispute at most: it is chosen by the loan.
  const rows = data && { ...data, result: data.result.map((one) => ({ ...one, id: one.loan.id })) };
  return (
    <ListScreen
      path="loan-disputes"
      title={t('disputes.title')}
      query={{ data: rows, error, refetch }}
      empty={t('disputes.empty')}
      row={({ loan, reason, opened_at: openedAt, ordered }) => ({
        name: t('disputes.name', { id: loan.id, reason: t(`reason.${reason}`) }),
        aside: formatAge(openedAt),
        about: [
          `${loan.principal} ${loan.money}`,
          ordered === null ? null : t('disputes.ordered', { decision: t(`decision.${ordered}`) }),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      detail={(id, goOn) => <LoanDetail key={id} id={Number(id)} onDisputeDecided={goOn} />}
    />
  );
}
