import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import type { InrDepositState } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { depositCasesQuery } from '../../../../api/inr-desk.ts';
import { usePageTitle } from '../../../../platform/page-title.ts';
import { formatUpTo } from '../../../../ui/format.ts';
import { formatAge } from '../../parts/age.ts';
import { ListScreen, useListPage } from '../../parts/list-screen.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import './messages.ts';

const states: readonly InrDepositState[] = ['waiting', 'credited', 'refused'];

/** Bank transfers that users have reported, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops-inr-deposits');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = states.find((one) => one === params.get('state')) ?? 'waiting';
  const search = (params.get('search') ?? '').slice(0, 40);
  const query = useQuery(depositCasesQuery(state, search, offset));
  return (
    <ListScreen
      path="inr-deposits"
      title={t('title')}
      filterNames={['state', 'search']}
      filters={
        <>
          <SegmentedControl
            fullWidth
            flex="1 1 100%"
            aria-label={t('filter')}
            value={state}
            data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(next) => change({ state: next === 'waiting' ? '' : next, offset: '' })}
          />
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={40}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
        </>
      }
      query={query}
      empty={t(state === 'waiting' ? 'empty' : 'emptyOthers')}
      row={({ email, created_at: reported, amount, transaction_id: id }) => ({
        name: `₹${formatUpTo(amount, 2, 'indian')}`,
        aside: formatAge(reported),
        about: `${id} · ${email}`,
      })}
      detail={(id, goOn) => <DepositDetail key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
