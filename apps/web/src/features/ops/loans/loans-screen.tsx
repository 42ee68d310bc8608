import { NativeSelect, TextInput } from '@mantine/core';
import { loanStates } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskLoansQuery } from '../../../api/loans-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { LoanDetail } from './loan-detail.tsx';
import './messages.ts';

/** Requests and loans, the newest first, of a user or in a state. */
export function Component() {
  const { t } = useTranslation('ops-loans');
  usePageTitle(t('loans.title'));
  const { params, change, offset } = useListPage();
  const state = loanStates.find((one) => one === params.get('state')) ?? '';
  const typed = (params.get('user') ?? '').replaceAll(/\D/g, '').slice(0, 15);
  const query = useQuery(deskLoansQuery({ state, user: Number(typed) || undefined, offset }));
  return (
    <ListScreen
      path="loans"
      title={t('loans.title')}
      filterNames={['state', 'user']}
      filters={
        <>
          <NativeSelect
            aria-label={t('loans.state')}
            value={state}
            data={[
              { value: '', label: t('loans.all') },
              ...loanStates.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
            onChange={(event) => change({ state: event.currentTarget.value, offset: '' })}
          />
          <TextInput
            type="search"
            inputMode="numeric"
            aria-label={t('loans.user')}
            placeholder={t('loans.user')}
            maxLength={15}
            value={typed}
            onChange={(event) => change({ user: event.currentTarget.value, offset: '' })}
          />
        </>
      }
      query={query}
      empty={t('loans.empty')}
      row={(loan) => ({
        name: t('loans.name', { id: loan.id, amount: loan.amount, money: loan.money }),
        aside: t(`state.${loan.state}`),
        about: [
          t('loans.sides', { lender: loan.lender?.email ?? t('loan.noLender'), borrower: loan.borrower.email }),
          loan.dispute ? t('loans.disputed') : null,
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      detail={(id) => <LoanDetail key={id} id={Number(id)} />}
    />
  );
}
