import { NativeSelect, TextInput } from '@mantine/core';
import { ticketQueues } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskTicketsQuery } from '../../../api/support-desk.ts';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import english from './locales/en.json';
import { TicketDetail } from './ticket-detail.tsx';
import styles from './tickets.module.css';

addMessages('ops-tickets', english);

/** Tickets of all users: chats first, then the longest waiting. */
export function Component() {
  const { t } = useTranslation('ops-tickets');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const queue = ticketQueues.find((one) => one === params.get('queue')) ?? 'waiting';
  const search = params.get('search') ?? '';
  const query = useQuery(deskTicketsQuery(queue, search.slice(0, 100), offset));
  return (
    <ListScreen
      path="tickets"
      title={t('title')}
      filterNames={['queue', 'search']}
      filters={
        <>
          <TextInput
            type="search"
            label={t('search')}
            description={t('searchHint')}
            maxLength={100}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            label={t('queue')}
            value={queue}
            onChange={(event) => {
              const next = event.currentTarget.value;
              change({ queue: next === 'waiting' ? '' : next, offset: '' });
            }}
            data={ticketQueues.map((value) => ({ value, label: t(`queues.${value}`) }))}
          />
        </>
      }
      query={query}
      empty={t('empty')}
      row={({ id, topic, account, category, status, chat, waitingSince, updatedAt }) => ({
        name: topic,
        aside: formatAge(waitingSince ?? updatedAt),
        about: (
          <>
            {chat && <span className={styles.chat}>{t('chat')}</span>} <TicketStatus status={status} />{' '}
            {t('about', { id, account, category })}
          </>
        ),
      })}
      detail={(id) => <TicketDetail key={id} id={Number(id)} />}
    />
  );
}
