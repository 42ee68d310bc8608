import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recoveriesQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { RecoveryDetail } from './recovery-detail.tsx';

/** People who lost every second factor, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('recoveries.title'));
  const { params, change, offset } = useListPage();
  const status = params.get('status') === 'ended' ? 'ended' : 'open';
  const query = useQuery(recoveriesQuery(status, offset));
  return (
    <ListScreen
      path="recoveries"
      title={t('recoveries.title')}
      filterNames={['status']}
      filters={
        <SegmentedControl
          aria-label={t('recoveries.filter')}
          value={status}
          data={(['open', 'ended'] as const).map((value) => ({ value, label: t(`recoveries.${value}`) }))}
          onChange={(next) => change({ status: next === 'open' ? '' : next, offset: '' })}
        />
      }
      query={query}
      empty={t(status === 'open' ? 'recoveries.empty' : 'recoveries.emptyEnded')}
      row={({ email, requested, status: state, kyc }) => ({
        name: email,
        aside: formatAge(requested),
        about: `${t(`recoveries.status.${state}`)} · ${t('recoveries.kyc')}: ${t(`users.kyc.${kyc}`, kyc)}`,
      })}
      detail={(id) => <RecoveryDetail key={id} id={Number(id)} />}
    />
  );
}
