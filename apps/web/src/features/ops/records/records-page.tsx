import { Button, TextInput } from '@mantine/core';
import type { AuditRecordView } from '@pelican/shared/contracts/operations';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { exportRecords, type RecordsFilter, recordsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { notify } from '../../../ui/notify.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from '../home/home-page.module.css';
import { useKeys } from '../keys/use-keys.ts';
import detail from '../parts/detail.module.css';
import { saveFile } from './save-file.ts';

const texts = ['actor', 'action', 'subject'] as const;
const times = ['since', 'until'] as const;

function filterOf(params: URLSearchParams): RecordsFilter {
  const text = (name: string) => params.get(name) ?? '';
  const seconds = (name: string) => {
    const ms = Date.parse(text(name));
    return Number.isNaN(ms) ? undefined : ms / 1000;
  };
  return {
    actor: text('actor'),
    action: text('action'),
    subject: text('subject'),
    since: seconds('since'),
    until: seconds('until'),
  };
}

/** The audit trail: searched, and exported as a file. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('records.title'));
  const [params, change] = useUrlParams();
  const filter = filterOf(params);
  const query = useInfiniteQuery(recordsQuery(filter));
  const rows = query.data?.pages.flatMap(({ result }) => result);
  const columns: Column<AuditRecordView>[] = [
    { key: 'time', header: t('records.time'), card: 'corner', render: ({ time }) => <Moment seconds={time} /> },
    { key: 'actor', header: t('records.actor'), render: ({ actor }) => actor },
    { key: 'action', header: t('records.action'), card: 'headline', render: ({ action }) => action },
    { key: 'subject', header: t('records.subject'), render: ({ subject }) => subject },
    {
      key: 'details',
      header: t('records.details'),
      render: ({ details }) => <span className={`mono ${styles.details}`}>{JSON.stringify(details)}</span>,
    },
  ];
  return (
    <div className={styles.page}>
      <div className={detail.head}>
        <h1>{t('records.title')}</h1>
        <ExportButtons filter={filter} />
      </div>
      <Filters params={params} onChange={change} />
      <DataTable
        caption={t('records.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<EmptyState text={t('records.empty')} />}
        error={
          query.error && !rows ? (
            <ErrorState title={t('records.notLoaded')} error={query.error} onRetry={() => void query.refetch()} />
          ) : undefined
        }
        compact
      />
      {query.hasNextPage && (
        <div>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('records.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FiltersProps {
  params: URLSearchParams;
  onChange: (changed: Record<string, string>) => void;
}

function Filters({ params, onChange }: FiltersProps) {
  const { t } = useTranslation('ops');
  const form = useRef<HTMLFormElement>(null);
  useKeys({ '/': () => form.current?.querySelector('input')?.focus() });
  const [values, setValues] = useState(() =>
    Object.fromEntries([...texts, ...times].map((name) => [name, params.get(name) ?? ''])),
  );
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onChange(values);
  }
  return (
    <search>
      <form ref={form} className={styles.filters} onSubmit={onSubmit}>
        {[...texts, ...times].map((name) => (
          <TextInput
            key={name}
            type={name === 'since' || name === 'until' ? 'datetime-local' : 'search'}
            label={t(`records.${name}`)}
            placeholder={name === 'actor' || name === 'action' ? t('records.beginHint') : undefined}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit">{t('users.search')}</Button>
      </form>
    </search>
  );
}

function ExportButtons({ filter }: { filter: RecordsFilter }) {
  const { t } = useTranslation('ops');
  const download = useMutation({
    mutationFn: async (format: 'ndjson' | 'csv') => saveFile(await exportRecords(filter, format)),
    onSuccess: () => notify.success(t('records.exported')),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('records.exportFailed') }),
  });
  return (['csv', 'ndjson'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      size="xs"
      loading={download.isPending && download.variables === format}
      onClick={() => download.mutate(format)}
    >
      {t('records.export')} {format.toUpperCase()}
    </Button>
  ));
}
