import { Button } from '@mantine/core';
import type { ExportState, OwnExport } from '@pelican/shared/contracts/exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { deleteExport, exportsKey, exportsPageSize, exportsQuery, readExport } from '../../api/exports.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { exportMessages } from '../../exports/messages.ts';
import { useRefreshOnNotices } from '../../live/index.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { confirm } from '../../ui/confirm.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { downloadBlob } from '../../ui/download-text.ts';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './exports.module.css';

const tones: Record<ExportState, ChipTone> = {
  waiting: 'queued',
  running: 'progress',
  ready: 'done',
  failed: 'failed',
  cancelled: 'attention',
  expired: 'attention',
};
const isOpen = ({ state }: OwnExport) => state === 'waiting' || state === 'running';
const sizeText = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });

function State({ row }: { row: OwnExport }) {
  const { t } = useTranslation(exportMessages);
  const { state, progress, reason } = row;
  const isCounted = state === 'running' && progress !== null;
  return (
    <span className={styles.file}>
      <StatusChip
        tone={tones[state]}
        label={isCounted ? t('state.runningPercent', { percent: progress }) : t(`state.${state}`)}
      />
      {isCounted && <progress value={progress} max={100} aria-label={t('state.running')} />}
      {reason !== null && <span className="hint">{t(`reason.${reason}`)}</span>}
    </span>
  );
}

function Actions({ row }: { row: OwnExport }) {
  const { t } = useTranslation(exportMessages);
  const client = useQueryClient();
  const { id, title, fileName } = row;
  const onError = (error: Error) => notify.error(messagesOf(error).join(' '));
  const refresh = () => client.invalidateQueries({ queryKey: exportsKey });
  const download = useMutation({
    mutationFn: () => readExport(id),
    onSuccess: (content) => downloadBlob(fileName, content),
    onError,
  });
  const removal = useMutation({ mutationFn: () => deleteExport(id), onError, onSettled: refresh });
  const ask = async () => {
    const question = {
      title: t('deleteAsk'),
      body: t('deleteText'),
      confirmLabel: t('delete'),
      tone: 'danger',
    } as const;
    if (row.state !== 'ready' || (await confirm(question))) removal.mutate();
  };
  return (
    <span className={styles.actions}>
      {row.state === 'ready' && (
        <Button loading={download.isPending} aria-label={t('downloadOf', { title })} onClick={() => download.mutate()}>
          {t('download')}
        </Button>
      )}
      <Button
        variant="default"
        loading={removal.isPending}
        aria-label={isOpen(row) ? undefined : t('deleteOf', { title })}
        onClick={() => void ask()}
      >
        {t(isOpen(row) ? 'stop' : 'delete')}
      </Button>
    </span>
  );
}

function useColumns(): Column<OwnExport>[] {
  const { t } = useTranslation(exportMessages);
  return useMemo(
    () => [
      {
        key: 'title',
        header: t('column.title'),
        card: 'headline',
        render: ({ title, format, period }) => (
          <span className={styles.file}>
            <strong>
              {title} ({format.toUpperCase()})
            </strong>
            <span className="hint">{period === '' ? t('allTime') : period}</span>
          </span>
        ),
      },
      { key: 'state', header: t('column.state'), render: (row) => <State row={row} /> },
      {
        key: 'size',
        header: t('column.size'),
        numeric: true,
        render: ({ state, rows, size }) => (
          <span className={styles.file}>
            <span className="tabular">{state === 'ready' ? sizeText.format(size / 1_000) : '–'}</span>
            <span className="hint tabular">{t('rows', { count: rows })}</span>
          </span>
        ),
      },
      { key: 'created', header: t('column.created'), render: ({ createdAt }) => <Moment seconds={createdAt} /> },
      {
        key: 'actions',
        header: t('column.actions'),
        quietHeader: true,
        card: 'action',
        render: (row) => <Actions row={row} />,
      },
    ],
    [t],
  );
}

/** The files that this user has asked for. */
export function Component() {
  const { t } = useTranslation(exportMessages);
  usePageTitle(t('title'));
  useRefreshOnNotices('export_', exportsKey);
  const columns = useColumns();
  const [params, setParams] = useUrlParams();
  const wanted = Number(params.get('offset') ?? '0');
  const offset = Number.isInteger(wanted) && wanted > 0 ? wanted : 0;
  const { data, error, refetch } = useQuery(exportsQuery(offset));
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('title')}</h1>
        <p className="muted">{t('about')}</p>
      </header>
      <div>
        <ExportButton
          choices={[
            { kind: 'statements.account', label: t('statement') },
            { kind: 'statements.transactions', label: t('kind.transactions') },
            { kind: 'spot.trades', label: t('kind.trades') },
          ]}
        />
      </div>
      <div className={styles.list}>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={data?.result}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('empty')} action={<Link to={paths.walletHistory}>{t('emptyAction')}</Link>} />}
          error={
            error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : undefined
          }
        />
        <Pager
          offset={offset}
          limit={exportsPageSize}
          total={data?.total ?? 0}
          onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
        />
      </div>
    </div>
  );
}
