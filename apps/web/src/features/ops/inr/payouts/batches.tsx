import { Button } from '@mantine/core';
import type { InrBatch } from '@pelican/shared/contracts/inr';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { batchesQuery, downloadBatch, takeBatch } from '../../../../api/inr-desk.ts';
import { refreshConsole } from '../../../../api/operators.ts';
import { downloadText } from '../../../../ui/download-text.ts';
import { formatUpTo } from '../../../../ui/format.ts';
import { notify } from '../../../../ui/notify.ts';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { DecisionDialog } from '../../parts/decision-dialog.tsx';
import { WholeMoment } from '../../parts/whole-moment.tsx';
import styles from './batches.module.css';

type BatchFile = Awaited<ReturnType<typeof downloadBatch>>;

function save(answer: BatchFile): void {
  if (answer.status === 'done') downloadText(answer.name, answer.text);
}

/** What was taken to the bank last, with the file of each batch. @param props.stoppedAt since when nothing is paid, in seconds */
export function Batches({ stoppedAt }: { stoppedAt: number | null }) {
  const { t } = useTranslation('ops-inr-payouts');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(batchesQuery);
  const take = useMutation({
    mutationFn: takeBatch,
    onSuccess: (answer) => answer.status === 'done' && notify.success(t('batches.taken', { id: answer.batch.id })),
    onError: (failure) => notify.error(messagesOf(failure).join(' ')),
    onSettled: () => refreshConsole(client),
  });
  return (
    <section className={styles.batches} aria-labelledby="inr-batches">
      <div className={styles.head}>
        <h2 id="inr-batches">{t('batches.title')}</h2>
        {stoppedAt === null && (
          <Button size="sm" loading={take.isPending} onClick={() => take.mutate()}>
            {t('batches.take')}
          </Button>
        )}
      </div>
      {stoppedAt !== null && <Stopped at={stoppedAt} />}
      {error && !data && <ErrorState title={t('batches.notLoaded')} error={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <EmptyState text={t('batches.empty')} />}
      <ul className={styles.list}>
        {data?.result.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </ul>
    </section>
  );
}

/** Postgres was restored: what it lacks is found in the statement of the bank. */
function Stopped({ at }: { at: number }) {
  const { t } = useTranslation('ops-inr-payouts');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p role="status">
        {t('stopped.text')} <WholeMoment seconds={at} />
      </p>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {t('stopped.resume')}
      </Button>
      {isAsking && (
        <DecisionDialog
          title={t('stopped.title')}
          confirmLabel={t('stopped.resume')}
          takesTwo="always"
          submit={(reason) => call('POST /v2/ops/inr-payouts/resume', { body: { reason } })}
          doneText={t('stopped.done')}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('stopped.body')}</p>
        </DecisionDialog>
      )}
    </>
  );
}

function Batch({ batch: { id, count, net, open, taken_by: operator, is_downloaded: isAgain } }: { batch: InrBatch }) {
  const { t } = useTranslation('ops-inr-payouts');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const download = useMutation({
    mutationFn: () => downloadBatch(id),
    onSuccess: save,
    onError: (error) => notify.error(messagesOf(error).join(' ')),
    onSettled: () => refreshConsole(client),
  });
  return (
    <li className={styles.batch}>
      <span>
        <strong>{t('batches.name', { id })}</strong>
        <span className="hint">
          {t('batches.facts', { count, net: `₹${formatUpTo(net, 2, 'indian')}`, operator })}
          {open > 0 && ` · ${t('batches.open', { count: open })}`}
        </span>
      </span>
      <Button
        variant={isAgain ? 'default' : 'filled'}
        size="sm"
        loading={download.isPending}
        aria-label={t(isAgain ? 'batches.againNamed' : 'batches.downloadNamed', { id })}
        onClick={() => (isAgain ? setIsAsking(true) : download.mutate())}
      >
        {t(isAgain ? 'batches.again' : 'batches.download')}
      </Button>
      {isAsking && (
        <DecisionDialog
          title={t('batches.againTitle', { id })}
          confirmLabel={t('batches.again')}
          submit={(reason) => downloadBatch(id, reason)}
          onDecided={save}
          doneText={t('batches.downloaded', { id })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('batches.againBody')}</p>
        </DecisionDialog>
      )}
    </li>
  );
}
