import { NativeSelect, TextInput } from '@mantine/core';
import type { OpsTicketView, TicketQueue } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useParams } from 'react-router-dom';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { deskPage, deskTicketsQuery } from '../parts/support-queries.ts';
import english from './locales/en.json';
import { TicketDetail } from './ticket-detail.tsx';

addMessages('ops-tickets', english);

const base = `${paths.operators}/tickets`;
const queues = ['waiting', 'open', 'closed', 'all'] as const satisfies readonly TicketQueue[];

function isQueue(text: string): text is TicketQueue {
  return (queues as readonly string[]).includes(text);
}

function Row({ ticket, selected, query }: { ticket: OpsTicketView; selected: boolean; query: string }) {
  const { t } = useTranslation('ops-tickets');
  return (
    <ListRow
      to={`${base}/${ticket.id}${query}`}
      selected={selected}
      aside={<Moment seconds={ticket.waitingSince ?? ticket.updatedAt} />}
      about={
        <>
          {t('about', { id: ticket.id, account: ticket.account, category: ticket.category })}{' '}
          <TicketStatus status={ticket.status} />
        </>
      }
    >
      {ticket.topic}
    </ListRow>
  );
}

function Screen() {
  const { t } = useTranslation('ops-tickets');
  const [params, setParams] = useUrlParams();
  const selected = Number(useParams().id) || undefined;
  const wanted = params.get('queue') ?? 'waiting';
  const queue = isQueue(wanted) ? wanted : 'waiting';
  const search = params.get('search') ?? '';
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const { data, error, refetch } = useQuery(deskTicketsQuery(queue, search.slice(0, 100), offset));
  const query = params.size === 0 ? '' : `?${params}`;
  const list = () => {
    if (error && !data) return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />;
    if (!data) return <PageSkeleton />;
    if (data.result.length === 0) return <EmptyState text={t('empty')} />;
    return data.result.map((ticket) => (
      <Row key={ticket.id} ticket={ticket} selected={ticket.id === selected} query={query} />
    ));
  };
  return (
    <MasterDetail
      title={t('title')}
      filters={
        <>
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={100}
            value={search}
            onChange={(event) => setParams({ search: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            aria-label={t('queue')}
            value={queue}
            onChange={(event) => {
              const next = event.currentTarget.value;
              setParams({ queue: next === 'waiting' ? '' : next, offset: '' });
            }}
            data={queues.map((value) => ({ value, label: t(`queues.${value}`) }))}
          />
        </>
      }
      list={list()}
      pager={
        data && (
          <Pager
            offset={offset}
            limit={deskPage}
            total={data.total}
            onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
          />
        )
      }
      back={selected === undefined ? undefined : `${base}${query}`}
      detail={selected !== undefined && <TicketDetail key={selected} id={selected} />}
    />
  );
}

/** Tickets of all users: the longest waiting first. */
export function Component() {
  const { t } = useTranslation('ops-tickets');
  usePageTitle(t('title'));
  return (
    <Routes>
      <Route index element={<Screen />} />
      <Route path=":id" element={<Screen />} />
    </Routes>
  );
}
