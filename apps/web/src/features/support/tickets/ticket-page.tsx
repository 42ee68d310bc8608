import { Button, Textarea } from '@mantine/core';
import { commentRequest, isClosed, type TicketDetails } from '@pelican/shared/contracts/support';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../api/files.ts';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';
import { Conversation } from '../../../conversation/conversation.tsx';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { Section, SettingsPage } from '../../../ui/settings-section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import english from '../locales/en.json';
import { categoriesIn, ticketQuery, ticketsKey } from '../queries.ts';
import supportStyles from '../support.module.css';
import { useTicketNews } from '../use-ticket-news.ts';
import styles from './tickets.module.css';

addMessages('support', english);

/** Shows what a call has answered, here and in the list. */
function useShowTicket(): (ticket: TicketDetails) => void {
  const client = useQueryClient();
  return (ticket) => {
    client.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    void client.invalidateQueries({ queryKey: [...ticketsKey, 'list'] });
  };
}

function CommentForm({ id }: { id: number }) {
  const { t } = useTranslation('support');
  const show = useShowTicket();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { text: '', file: [] as File[] },
    schema: commentRequest,
    send: (request, { file }) => call('POST /v2/support/comment/:id', { params: { id }, body: bodyOf(request, file) }),
    onSent: show,
  });
  return (
    <form className={supportStyles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} title={t('notSent')} />
      <Textarea
        label={t('ticket.comment')}
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5_000}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <AttachmentsField key={form.key('file')} {...form.getInputProps('file')} />
      <div className={supportStyles.buttons}>
        <Button type="submit" size="md" loading={isPending}>
          {t('ticket.send')}
        </Button>
      </div>
    </form>
  );
}

function Actions({ ticket: { id, status } }: { ticket: TicketDetails }) {
  const { t } = useTranslation('support');
  const show = useShowTicket();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = (error: unknown) => notify.error(messagesOf(error).join(' '), { title: t('ticket.notChanged') });
  const change = useMutation({
    mutationFn: (wanted: 'created' | 'fixed' | 'cancelled') =>
      call('POST /v2/support/status/:id', { params: { id }, body: { status: wanted } }),
    onSuccess: show,
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /v2/support/:id', { params: { id } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ticketQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: [...ticketsKey, 'list'] });
      void navigate(paths.tickets);
    },
    onError,
  });
  const askRemove = async () => {
    const question = {
      title: t('ticket.deleteQuestion'),
      body: t('ticket.deleteBody'),
      confirmLabel: t('ticket.delete'),
    };
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate();
  };
  const button = (wanted: 'created' | 'fixed' | 'cancelled') => (
    <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(wanted)}>
      {t(`ticket.set.${wanted}`)}
    </Button>
  );
  return (
    <div className={supportStyles.buttons}>
      {isClosed(status) ? (
        button('created')
      ) : (
        <>
          {button('fixed')}
          {button('cancelled')}
        </>
      )}
      <Button variant="default" disabled={remove.isPending} onClick={() => void askRemove()}>
        {t('ticket.delete')}
      </Button>
    </div>
  );
}

function Ticket({ ticket }: { ticket: TicketDetails }) {
  const { t, i18n } = useTranslation('support');
  const category = categoriesIn(i18n.language).find(({ id }) => id === ticket.supportCategoryId);
  usePageTitle(ticket.topic);
  return (
    <SettingsPage title={ticket.topic}>
      <div className={styles.head}>
        <TicketStatus status={ticket.status} />
        <span className="hint">{t('tickets.number', { id: ticket.id })}</span>
        <span className="hint">{category?.name ?? ticket.category}</span>
        <Link to={paths.tickets}>{t('ticket.all')}</Link>
      </div>
      <Section title={t('ticket.conversation')}>
        <Conversation
          key={ticket.id}
          loadEarlier={(before) => call('GET /v2/support/:id', { params: { id: ticket.id }, query: { before } })}
          reader="user"
          ticket={ticket}
          writer={t('ticket.you')}
          pathOf={(file) => `/v2/support/${ticket.id}/files/${file}`}
        />
        {isClosed(ticket.status) ? <p className="muted">{t('ticket.closed')}</p> : <CommentForm id={ticket.id} />}
      </Section>
      <Section title={t('ticket.actions')}>
        <Actions ticket={ticket} />
      </Section>
    </SettingsPage>
  );
}

/** One question, with what was answered. One that does not exist, or is somebody else's, is a page that does not exist. */
export function Component() {
  const { t } = useTranslation('support');
  const id = Number(useParams().ticketId);
  const isId = Number.isSafeInteger(id) && id > 0;
  useTicketNews();
  const { data, error, refetch } = useQuery({ ...ticketQuery(id), enabled: isId });
  const isMissing = error instanceof ApiError && [400, 404, 422].includes(error.status);
  if (!isId || isMissing) return <Navigate to={paths.notFound} replace />;
  if (data) return <Ticket ticket={data} />;
  if (error) return <ErrorState title={t('ticket.notLoaded')} error={error} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}
