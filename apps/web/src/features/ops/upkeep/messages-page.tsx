import { Button } from '@mantine/core';
import type { MessageView } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate, useParams } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { messagesQuery, pageRows } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { ListState, LoadingRows } from '../parts/list-state.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';

const base = `${paths.operators}/messages`;

/** Mails and text messages whose last attempt failed: sent again, or dropped. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Messages />} />
      <Route path=":id" element={<Messages />} />
    </Routes>
  );
}

function Messages() {
  const { t } = useTranslation('ops');
  usePageTitle(t('messages.title'));
  const { id } = useParams();
  const [params, change] = useUrlParams();
  const [repeatsAll, setRepeatsAll] = useState(false);
  const offset = Number(params.get('offset')) || 0;
  const query = useQuery(messagesQuery(offset));
  const search = params.size > 0 ? `?${params}` : '';
  const total = query.data?.total ?? 0;
  const selected = query.data?.result.find((message) => message.id === id);
  return (
    <>
      <MasterDetail
        title={t('messages.title')}
        filters={
          total > 0 && (
            <Button variant="default" size="xs" onClick={() => setRepeatsAll(true)}>
              {t('messages.repeatAll')}
            </Button>
          )
        }
        list={
          <ListState
            query={query}
            empty={t('messages.empty')}
            row={(message: MessageView) => (
              <ListRow
                key={message.id}
                to={`${base}/${message.id}${search}`}
                selected={message.id === id}
                aside={message.next === null ? t('messages.givenUp') : undefined}
                about={message.error ?? undefined}
              >
                {message.recipient}: {message.subject}
              </ListRow>
            )}
          />
        }
        pager={
          <Pager
            offset={offset}
            limit={pageRows}
            total={total}
            onChange={(next) => change({ offset: next === 0 ? '' : String(next) })}
          />
        }
        back={id === undefined ? undefined : `${base}${search}`}
        detail={
          selected ? (
            <MessageDetail key={selected.id} message={selected} />
          ) : query.data ? (
            <EmptyState text={t('messages.gone')} />
          ) : (
            <LoadingRows />
          )
        }
      />
      {repeatsAll && (
        <DecisionDialog
          title={t('messages.repeatAllTitle', { count: total })}
          confirmLabel={t('messages.repeatVerb')}
          submit={(reason) => call('POST /v2/ops/messages/repeat', { body: { which: 'all', reason } })}
          doneText={t('messages.repeated')}
          onClose={() => setRepeatsAll(false)}
        />
      )}
    </>
  );
}

function MessageDetail({ message }: { message: MessageView }) {
  const { t } = useTranslation('ops');
  const navigate = useNavigate();
  const [deciding, setDeciding] = useState<'repeat' | 'drop'>();
  useKeys({ a: () => setDeciding('repeat'), r: () => setDeciding('drop') });
  const { id, channel, recipient, subject, attempts, next, error } = message;
  return (
    <article aria-label={subject}>
      <div className={styles.head}>
        <h2>{subject}</h2>
        <ClaimButton queue="messages" id={id} />
      </div>
      <Facts
        rows={[
          [t('messages.channel'), channel],
          [t('messages.to'), recipient],
          [t('messages.attempts'), attempts],
          [t('messages.next'), next === null ? t('messages.givenUp') : <Moment key="next" seconds={next} />],
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={() => setDeciding('repeat')}>{t('messages.repeat')}</Button>
        <Button variant="default" onClick={() => setDeciding('drop')}>
          {t('messages.drop')}
        </Button>
      </div>
      {error !== null && (
        <section className={styles.part}>
          <h3>{t('messages.error')}</h3>
          <pre className={styles.trace}>{error}</pre>
        </section>
      )}
      {deciding && (
        <DecisionDialog
          title={t(`messages.${deciding}Title`)}
          confirmLabel={t(`messages.${deciding}Verb`)}
          tone={deciding === 'drop' ? 'danger' : 'primary'}
          submit={(reason) => call(`POST /v2/ops/messages/${deciding}`, { body: { which: id, reason } })}
          doneText={t(deciding === 'repeat' ? 'messages.repeated' : 'messages.dropped')}
          onDecided={() => void navigate(base)}
          onClose={() => setDeciding(undefined)}
        >
          {deciding === 'drop' && <p>{t('messages.dropBody')}</p>}
        </DecisionDialog>
      )}
    </article>
  );
}
