import { Button } from '@mantine/core';
import type { JobView } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { jobQuery, jobsQuery, pageRows } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { formatAge } from '../parts/age.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts, JsonFacts } from '../parts/facts.tsx';
import { ListState, LoadingRows } from '../parts/list-state.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';

const base = `${paths.operators}/jobs`;

/** Jobs that were given up: run again, or dropped. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Jobs />} />
      <Route path=":id" element={<Jobs />} />
    </Routes>
  );
}

function Jobs() {
  const { t } = useTranslation('ops');
  usePageTitle(t('jobs.title'));
  const { id } = useParams();
  const [params, change] = useUrlParams();
  const offset = Number(params.get('offset')) || 0;
  const query = useQuery(jobsQuery(offset));
  return (
    <MasterDetail
      title={t('jobs.title')}
      list={
        <ListState
          query={query}
          empty={t('jobs.empty')}
          row={(job: JobView) => (
            <ListRow
              key={job.id}
              to={`${base}/${job.id}${params.size > 0 ? `?${params}` : ''}`}
              selected={job.id === id}
              aside={formatAge(job.due)}
              about={job.error ?? t('jobs.attempts', { count: job.attempts })}
            >
              {job.id} {job.name}
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
      back={id === undefined ? undefined : base}
      detail={id !== undefined && <JobDetail key={id} id={id} />}
    />
  );
}

function JobDetail({ id }: { id: string }) {
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(jobQuery(id));
  const [deciding, setDeciding] = useState<'repeat' | 'drop'>();
  useKeys({ a: () => setDeciding('repeat'), r: () => setDeciding('drop') });
  if (error && !data)
    return <ErrorState title={t('list.detailNotLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return (
    <article aria-label={`${id} ${data.name}`}>
      <div className={styles.head}>
        <h2>
          {id} {data.name}
        </h2>
        <ClaimButton queue="jobs" id={id} />
      </div>
      <Facts
        rows={[
          [t('jobs.key'), data.key ?? '–'],
          [t('jobs.due'), <Moment key="due" seconds={data.due} />],
          [t('jobs.created'), <Moment key="created" seconds={data.created} />],
          [t('jobs.finished'), data.finished === null ? '–' : <Moment key="finished" seconds={data.finished} />],
          [t('jobs.steps'), data.steps.join(', ') || '–'],
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={() => setDeciding('repeat')}>{t('jobs.repeat')}</Button>
        <Button variant="default" onClick={() => setDeciding('drop')}>
          {t('jobs.drop')}
        </Button>
      </div>
      <section className={styles.part}>
        <h3>{t('jobs.payload')}</h3>
        <JsonFacts value={data.payload} />
      </section>
      {data.trace !== null && (
        <section className={styles.part}>
          <h3>{t('jobs.error')}</h3>
          <pre className={styles.trace}>{data.trace}</pre>
        </section>
      )}
      {deciding && (
        <DecisionDialog
          title={t(`jobs.${deciding}Title`, { id })}
          confirmLabel={t(`jobs.${deciding}Verb`)}
          tone={deciding === 'drop' ? 'danger' : 'primary'}
          submit={(reason) => call(`POST /v2/ops/jobs/:id/${deciding}`, { params: { id }, body: { reason } })}
          doneText={t(deciding === 'repeat' ? 'jobs.repeated' : 'jobs.dropped', { id })}
          onDecided={() => void navigate(base)}
          onClose={() => setDeciding(undefined)}
        >
          {deciding === 'drop' && <p>{t('jobs.dropBody')}</p>}
        </DecisionDialog>
      )}
    </article>
  );
}
