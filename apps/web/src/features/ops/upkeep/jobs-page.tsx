import { Button } from '@mantine/core';
import type { AnswerOf } from '@pelican/shared/contracts';
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { jobQuery, jobsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useKeys } from '../keys/use-keys.ts';
import { formatAge } from '../parts/age.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts, JsonFacts } from '../parts/facts.tsx';
import { DetailState, ListScreen, useListPage } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';

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
      detail={(id, goOn) => <JobDetail key={id} id={id} onDone={goOn} />}
    />
  );
}

function JobDetail({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('ops');
  const query = useQuery(jobQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(job) => <Loaded job={job} onDone={onDone} />}
    </DetailState>
  );
}

interface LoadedProps {
  job: AnswerOf<(typeof operationsEndpoints)['GET /v2/ops/jobs/:id']>;
  onDone: () => void;
}

function Loaded({ job, onDone }: LoadedProps) {
  const { t } = useTranslation('ops');
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
          [t('jobs.due'), <WholeMoment key="due" seconds={job.due} />],
          [t('jobs.created'), <WholeMoment key="created" seconds={job.created} />],
          [t('jobs.finished'), job.finished === null ? '–' : <WholeMoment key="finished" seconds={job.finished} />],
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
          onDone={onDone}
          onClose={() => setDeciding(undefined)}
        >
          {deciding === 'drop' && <p>{t('jobs.dropBody')}</p>}
        </DecisionDialog>
      )}
    </article>
  );
}
