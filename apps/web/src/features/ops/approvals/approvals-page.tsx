import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import type { RequestView } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useParams } from 'react-router-dom';
import { pageRows, requestsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Pager } from '../../../ui/pager.tsx';
import { formatAge } from '../parts/age.ts';
import { ListState } from '../parts/list-state.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { RequestDetail } from './request-detail.tsx';

const base = `${paths.operators}/approvals`;

/** Requests of operators that wait for another one, and those that are decided. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Approvals />} />
      <Route path=":id" element={<Approvals />} />
    </Routes>
  );
}

function Approvals() {
  const { t } = useTranslation('ops');
  usePageTitle(t('approvals.title'));
  const { id } = useParams();
  const [params, change] = useUrlParams();
  const status = params.get('status') === 'decided' ? 'decided' : 'pending';
  const offset = Number(params.get('offset')) || 0;
  const query = useQuery(requestsQuery(status, offset));
  const search = params.size > 0 ? `?${params}` : '';
  return (
    <MasterDetail
      title={t('approvals.title')}
      filters={
        <SegmentedControl
          aria-label={t('approvals.filter')}
          value={status}
          data={(['pending', 'decided'] as const).map((value) => ({ value, label: t(`approvals.${value}`) }))}
          onChange={(next) => change({ status: next === 'pending' ? '' : next, offset: '' })}
        />
      }
      list={
        <ListState
          query={query}
          empty={t(status === 'pending' ? 'approvals.empty' : 'approvals.emptyDecided')}
          row={(request: RequestView) => (
            <ListRow
              key={request.id}
              to={`${base}/${request.id}${search}`}
              selected={String(request.id) === id}
              aside={formatAge(request.created)}
              about={`${request.mine ? t('approvals.mine') : t('approvals.by', { maker: request.maker })} · ${request.reason}`}
            >
              {request.id} {request.action}
            </ListRow>
          )}
        />
      }
      pager={
        <Pager
          offset={offset}
          limit={pageRows}
          total={query.data?.total ?? 0}
          onChange={(next) => change({ offset: next === 0 ? '' : String(next) })}
        />
      }
      back={id === undefined ? undefined : `${base}${search}`}
      detail={id !== undefined && <RequestDetail key={id} id={Number(id)} />}
    />
  );
}
