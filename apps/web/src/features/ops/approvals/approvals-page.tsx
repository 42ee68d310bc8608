import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { RequestDetail } from './request-detail.tsx';
import { useActionName } from './use-action-name.ts';

/** Requests of operators that wait for another one, and those that are decided. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('approvals.title'));
  const { params, change, offset } = useListPage();
  const status = params.get('status') === 'decided' ? 'decided' : 'pending';
  const query = useQuery(requestsQuery(status, offset));
  const nameOf = useActionName();
  return (
    <ListScreen
      path="approvals"
      title={t('approvals.title')}
      filterNames={['status']}
      filters={
        <SegmentedControl
          aria-label={t('approvals.filter')}
          value={status}
          data={(['pending', 'decided'] as const).map((value) => ({ value, label: t(`approvals.${value}`) }))}
          onChange={(next) => change({ status: next === 'pending' ? '' : next, offset: '' })}
        />
      }
      query={query}
      empty={t(status === 'pending' ? 'approvals.empty' : 'approvals.emptyDecided')}
      row={({ id, action, created, mine, maker, reason }) => ({
        name: `${id} ${nameOf(action)}`,
        aside: formatAge(created),
        about: `${mine ? t('approvals.mine') : t('approvals.by', { maker })} · ${reason}`,
      })}
      detail={(id) => <RequestDetail key={id} id={Number(id)} />}
    />
  );
}
