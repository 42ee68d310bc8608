import '@mantine/core/styles/NumberInput.css';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { type ModeratedMessage, muteMinutesMax } from '@pelican/shared/contracts/chat';
import { isSupportLanguage, supportLanguages } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { moderatedChatQuery } from '../../../api/support-desk.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { ObjectLink } from '../records/object-link.tsx';
import styles from './chat.module.css';
import english from './locales/en.json';
import { Mutes } from './mutes.tsx';

addMessages('ops-chat', english);

type Asked = { kind: 'delete' | 'mute'; message: ModeratedMessage };

function useReasons(): string[] {
  const { t } = useTranslation('ops-chat');
  return ['advertising', 'insult', 'fraud'].map((name) => t(`reasons.${name}`));
}

function DeleteDialog({ message, onClose }: { message: ModeratedMessage; onClose: () => void }) {
  const { t } = useTranslation('ops-chat');
  const reasons = useReasons();
  return (
    <DecisionDialog
      title={t('deleteQuestion')}
      confirmLabel={t('delete')}
      tone="danger"
      reasons={reasons}
      doneText={t('deleted')}
      submit={(reason) =>
        call('POST /v2/ops/chat/messages/:id/delete', { params: { id: message.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p className={styles.quote}>{message.message}</p>
    </DecisionDialog>
  );
}

function MuteDialog({ message, onClose }: { message: ModeratedMessage; onClose: () => void }) {
  const { t } = useTranslation('ops-chat');
  const reasons = useReasons();
  const [minutes, setMinutes] = useState(60);
  return (
    <DecisionDialog
      title={t('muteQuestion', { name: message.userName })}
      confirmLabel={t('mute')}
      reasons={reasons}
      doneText={t('muted')}
      submit={(reason) => call('POST /v2/ops/chat/mutes', { body: { user_id: message.userId, minutes, reason } })}
      onClose={onClose}
    >
      <p className="hint">{message.account}</p>
      <NumberInput
        mt={16}
        label={t('minutes')}
        min={1}
        max={muteMinutesMax}
        allowDecimal={false}
        value={minutes}
        onChange={(next) => setMinutes(Number(next) || 1)}
      />
    </DecisionDialog>
  );
}

function Row({ message, onAsk }: { message: ModeratedMessage; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('ops-chat');
  return (
    <li className={styles.message} data-deleted={message.deleted || undefined}>
      <div>
        <span className="hint">
          {message.userName}, {message.account}, <ObjectLink name={`user:${message.userId}`} />,{' '}
          <Moment seconds={message.dateAt} />
          {message.deleted && `, ${t('isDeleted')}`}
          {message.mutedUntil !== null && `, ${t('isMuted')}`}
        </span>
        <p>{message.message}</p>
      </div>
      <span className={styles.buttons}>
        {!message.deleted && (
          <Button variant="default" size="compact-sm" onClick={() => onAsk({ kind: 'delete', message })}>
            {t('delete')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => onAsk({ kind: 'mute', message })}>
          {t('mute')}
        </Button>
      </span>
    </li>
  );
}

/** The messages of a room with their writers, and who may not write. */
export function Component() {
  const { t } = useTranslation('ops-chat');
  usePageTitle(t('title'));
  const [params, setParams] = useUrlParams();
  const [asked, setAsked] = useState<Asked>();
  const wanted = params.get('room') ?? 'en';
  const room = isSupportLanguage(wanted) ? wanted : 'en';
  const before = Math.trunc(Number(params.get('before'))) || undefined;
  const { data, error, refetch } = useQuery(moderatedChatQuery(room, before));
  const close = () => setAsked(undefined);
  return (
    <div className={styles.screen}>
      <h1>{t('title')}</h1>
      <NativeSelect
        aria-label={t('room')}
        data={supportLanguages.map(({ code, name }) => ({ value: code, label: name }))}
        value={room}
        onChange={(event) => setParams({ room: event.currentTarget.value, before: '' })}
      />
      {error && !data && <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data?.messages.length === 0 && <EmptyState text={t('empty')} />}
      <ol className={styles.messages} aria-label={t('messages')}>
        {data?.messages.toReversed().map((message) => (
          <Row key={message.id} message={message} onAsk={setAsked} />
        ))}
      </ol>
      <div className={styles.buttons}>
        {before !== undefined && (
          <Button variant="default" onClick={() => setParams({ before: '' })}>
            {t('newest')}
          </Button>
        )}
        {data?.next && (
          <Button variant="default" onClick={() => setParams({ before: String(data.next) })}>
            {t('earlier')}
          </Button>
        )}
      </div>
      {(data || error) && <Mutes />}
      {asked?.kind === 'delete' && <DeleteDialog message={asked.message} onClose={close} />}
      {asked?.kind === 'mute' && <MuteDialog message={asked.message} onClose={close} />}
    </div>
  );
}
