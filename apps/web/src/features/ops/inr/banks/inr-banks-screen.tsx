import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import type { InrBankState } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bankCasesQuery } from '../../../../api/inr-desk.ts';
import { usePageTitle } from '../../../../platform/page-title.ts';
import { formatAge } from '../../parts/age.ts';
import { ListScreen, useListPage } from '../../parts/list-screen.tsx';
import { BankDetail } from './bank-detail.tsx';
import './messages.ts';

const states: readonly InrBankState[] = ['pending', 'active', 'canceled'];

/** Bank accounts of users, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops-inr-banks');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const status = states.find((one) => one === params.get('status')) ?? 'pending';
  const query = useQuery(bankCasesQuery(status, offset));
  return (
    <ListScreen
      path="inr-banks"
      title={t('title')}
      filterNames={['status']}
      filters={
        <SegmentedControl
          aria-label={t('filter')}
          value={status}
          data={states.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(next) => change({ status: next === 'pending' ? '' : next, offset: '' })}
        />
      }
      query={query}
      empty={t(status === 'pending' ? 'empty' : 'emptyOthers')}
      row={({ email, created, bank_name: bank, last_digits: digits, name_matches: matches }) => ({
        name: email,
        aside: formatAge(created),
        about: `${bank} ••${digits}${matches ? '' : ` · ${t('differs')}`}`,
      })}
      detail={(id, goOn) => <BankDetail key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
