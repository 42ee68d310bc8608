import { Button } from '@mantine/core';
import type { TicketView } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { ticketPath } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Section, SettingsPage } from '../../../ui/settings-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import english from '../locales/en.json';
import { categoriesIn, ticketsPage, ticketsQuery } from '../queries.ts';
import { useTicketNews } from '../use-ticket-news.ts';
import { NewTicket } from './new-ticket.tsx';
import styles from './tickets.module.css';

addMessages('support', english);

function TicketRow({ ticket, category }: { ticket: TicketView; category: string }) {
  const { t } = useTranslation('support');
  return (
    <li>
      <Link to={ticketPath(ticket.id)} className={styles.row}>
        <span className={styles.topic}>{ticket.topic}</span>
        <TicketStatus status={ticket.status} />
        <span className={`hint ${styles.facts}`}>
          <span>{t('tickets.number', { id: ticket.id })}</span>
          <span>{category}</span>
          <span>
            {t('tickets.changed')} <Moment seconds={ticket.updatedAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <ul className={styles.list} aria-busy="true">
      {[0, 1, 2].map((row) => (
        <li key={row} className={styles.row}>
          <Skeleton width={220} />
        </li>
      ))}
    </ul>
  );
}

function Tickets({ offset, onPage }: { offset: number; onPage: (offset: number) => void }) {
  const { t, i18n } = useTranslation('support');
  const { data, error, refetch } = useQuery(ticketsQuery(offset));
  if (error && !data) return <ErrorState title={t('tickets.notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.total === 0) return <EmptyState text={t('tickets.empty')} />;
  const nameOf = (ticket: TicketView) =>
    categoriesIn(i18n.language).find(({ id }) => id === ticket.supportCategoryId)?.name ?? ticket.category;
  return (
    <>
      <ul className={styles.list}>
        {data.result.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} category={nameOf(ticket)} />
        ))}
      </ul>
      <Pager offset={offset} limit={ticketsPage} total={data.total} onChange={onPage} />
    </>
  );
}

/** The person's questions to support. */
export function Component() {
  const { t } = useTranslation('support');
  usePageTitle(t('tickets.title'));
  const navigate = useNavigate();
  useTicketNews();
  const [params, setParams] = useUrlParams();
  const isNew = params.has('new');
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  return (
    <SettingsPage title={t('tickets.title')}>
      {isNew ? (
        <Section title={t('tickets.new')}>
          <NewTicket onOpened={({ id }) => void navigate(ticketPath(id))} onCancel={() => setParams({ new: '' })} />
        </Section>
      ) : (
        <Section
          title={t('tickets.yours')}
          about={t('tickets.about')}
          action={<Button onClick={() => setParams({ new: '1' })}>{t('tickets.new')}</Button>}
        >
          <Tickets offset={offset} onPage={(next) => setParams({ offset: next === 0 ? '' : String(next) })} />
        </Section>
      )}
    </SettingsPage>
  );
}
