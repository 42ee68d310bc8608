import { Button } from '@mantine/core';
import type { AnswerOf } from '@pelican/shared/contracts';
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { jobQuery, jobsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { formatAge } from '../parts/age.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts, JsonFacts } from '../parts/facts.tsx';
import { DetailState, ListScreen, useListPage } from '../parts/list-screen.tsx';

const base = `${paths.operators}/jobs`;

/** Jobs that were given up: run again, or dropped. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('jobs.title'));
  const query = useQuery(jobsQuery(useListPage().offset));
  return (
    <ListScreen
      path="jobs"
      title={t('jobs.title')}
      query={query}
      empty={t('jobs.empty')}
      row={({ id, name, due, error, attempts }) => ({
        name: `${id} ${name}`,
        aside: formatAge(due),
        about: error ?? t('jobs.attempts', { count: attempts }),
      })}
      detail={(id) => <JobDetail key={id} id={id} />}
    />
  );
}

function JobDetail({ id }: { id: string }) {
  const { t } = useTranslation('ops');
  const query = useQuery(jobQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(job) => <Loaded job={job} />}
    </DetailState>
  );
}

function Loaded({ job }: { job: AnswerOf<(typeof operationsEndpoints)['GET /v2/ops/jobs/:id']> }) {
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  const { id } = job;
  const [deciding, setDeciding] = useState<'repeat' | 'drop'>();
  useKeys({ a: () => setDeciding('repeat'), r: () => setDeciding('drop') });
  return (
    <article aria-label={`${id} ${job.name}`}>
      <div className={styles.head}>
        <h2>
          {id} {job.name}
        </h2>
        <ClaimButton queue="jobs" id={id} />
      </div>
      <Facts
        rows={[
          [t('jobs.key'), job.key ?? '–'],
          [t('jobs.due'), <Moment key="due" seconds={job.due} />],
          [t('jobs.created'), <Moment key="created" seconds={job.created} />],
          [t('jobs.finished'), job.finished === null ? '–' : <Moment key="finished" seconds={job.finished} />],
          [t('jobs.steps'), job.steps.join(', ') || '–'],
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
        <JsonFacts value={job.payload} />
      </section>
      {job.trace !== null && (
        <section className={styles.part}>
          <h3>{t('jobs.error')}</h3>
          <pre className={styles.trace}>{job.trace}</pre>
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
