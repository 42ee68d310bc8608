import { Button, TextInput } from '@mantine/core';
import type { AuditRecordView } from '@pelican/shared/contracts/operations';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { exportRecords, type RecordsFilter, recordsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { clockOf, momentOf } from '../../../ui/days.ts';
import { notify } from '../../../ui/notify.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from '../home/home-page.module.css';
import { useKeys } from '../keys/use-keys.ts';
import detail from '../parts/detail.module.css';
import { LoadingRows } from '../parts/list-state.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { RecordDetails } from './record-details.tsx';
import { RecordSentence } from './record-sentence.tsx';
import lines from './records.module.css';
import { saveFile } from './save-file.ts';

const texts = ['actor', 'action', 'subject'] as const;
const times = ['since', 'until'] as const;

function filterOf(params: URLSearchParams): RecordsFilter {
  const text = (name: string) => params.get(name) ?? '';
  const seconds = (name: string) => momentOf(text(name)) ?? undefined;
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
  return (
    <div className={styles.page}>
      <div className={detail.head}>
        <h1>{t('records.title')}</h1>
        <ExportButtons filter={filter} />
      </div>
      <Filters key={params.toString()} params={params} onChange={change} />
      {!rows && !query.error && <LoadingRows />}
      {query.error && !rows && (
        <ErrorState title={t('records.notLoaded')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && <EmptyState text={t('records.empty')} />}
      {rows && rows.length > 0 && (
        <ol aria-label={t('records.caption')}>
          {rows.map((record) => (
            <Line key={record.id} record={record} />
          ))}
        </ol>
      )}
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

function Line({ record: { time, actor, action, subject, details } }: { record: AuditRecordView }) {
  return (
    <li className={lines.line}>
      <WholeMoment seconds={time} />
      <div className={lines.body}>
        <RecordSentence actor={actor} action={action} subject={subject} />
        <RecordDetails details={details} />
      </div>
    </li>
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
        {texts.map((name) => (
          <TextInput
            key={name}
            type="search"
            label={t(`records.${name}`)}
            placeholder={t(`records.hint.${name}`)}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        {times.map((name) => (
          <MomentField
            key={name}
            label={t(`records.${name}`)}
            autoComplete="off"
            value={momentOf(values[name] ?? '')}
            onChange={(moment) => setValues({ ...values, [name]: clockOf(moment) })}
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
