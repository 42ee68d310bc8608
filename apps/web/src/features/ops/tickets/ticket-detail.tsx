import { Button, NativeSelect } from '@mantine/core';
import {
  isClosed,
  type OpsTicketDetails,
  type TicketStatus as Status,
  ticketStatuses,
} from '@pelican/shared/contracts/support';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refreshConsole } from '../../../api/operators.ts';
import { deskTicketQuery } from '../../../api/support-desk.ts';
import { Conversation } from '../../../conversation/conversation.tsx';
import { TicketStatus } from '../../../conversation/ticket-status.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { ObjectLink } from '../records/object-link.tsx';
import { AnswerForm } from './answer-form.tsx';
import { newestCommentId } from './newest-comment-id.ts';
import styles from './tickets.module.css';

function StatusDialog({ ticket, onClose }: { ticket: OpsTicketDetails; onClose: () => void }) {
  const { t } = useTranslation('ops-tickets');
  const others = ticketStatuses.map(({ name }) => name).filter((name) => name !== ticket.status);
  // What comes while one decides has not been read.
  const [seen] = useState(() => newestCommentId(ticket));
  const [status, setStatus] = useState<Status>(others.includes('fixed') ? 'fixed' : 'created');
  return (
    <DecisionDialog
      title={t('statusQuestion', { id: ticket.id })}
      confirmLabel={t('changeStatus')}
      reasons={[t('reasons.answered'), t('reasons.duplicate'), t('reasons.noReply')]}
      doneText={t('statusChanged')}
      submit={(reason) =>
        call('POST /v2/ops/support/tickets/:id/status', { params: { id: ticket.id }, body: { status, reason, seen } })
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('status')}
        data={others.map((value) => ({ value, label: t(`conversation:status.${value}`) }))}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as Status)}
      />
    </DecisionDialog>
  );
}

function Ticket({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  const client = useQueryClient();
  const [asksStatus, setAsksStatus] = useState(false);
  useKeys({ r: () => setAsksStatus(true) });
  const answered = (next: OpsTicketDetails) => {
    client.setQueryData(deskTicketQuery(next.id).queryKey, next);
    void refreshConsole(client);
  };
  return (
    <article className={styles.ticket} aria-label={ticket.topic}>
      <h2>{ticket.topic}</h2>
      <div className={styles.facts}>
        {ticket.chat && <span className={styles.chat}>{t('chat')}</span>}
        <TicketStatus status={ticket.status} />
        <span className="hint">
          {t('about', { id: ticket.id, account: ticket.account, category: ticket.category })},{' '}
          <ObjectLink name={`user:${ticket.userId}`} />
        </span>
        {ticket.email !== ticket.account && <span className="hint">{t('contact', { email: ticket.email })}</span>}
        {ticket.deleted && <span className="hint">{t('deleted')}</span>}
      </div>
      <div className={styles.facts}>
        <ClaimButton queue="tickets" id={String(ticket.id)} />
        <Button variant="default" onClick={() => setAsksStatus(true)}>
          {t('changeStatusKey')}
        </Button>
      </div>
      <Conversation
        key={ticket.id}
        reader="operator"
        ticket={ticket}
        loadEarlier={(before) =>
          call('GET /v2/ops/support/tickets/:id', { params: { id: ticket.id }, query: { before } })
        }
        writer={ticket.account}
        pathOf={(file) => `/v2/ops/support/tickets/${ticket.id}/files/${file}`}
      />
      {!isClosed(ticket.status) && <AnswerForm ticket={ticket} onAnswered={answered} />}
      {asksStatus && <StatusDialog ticket={ticket} onClose={() => setAsksStatus(false)} />}
    </article>
  );
}

/** One ticket with its conversation and what an operator does with it. c claims, r changes the status. */
export function TicketDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops-tickets');
  const query = useQuery(deskTicketQuery(id));
  return (
    <DetailState query={query} title={t('oneNotLoaded')}>
      {(ticket) => <Ticket ticket={ticket} />}
    </DetailState>
  );
}
