import { Button } from '@mantine/core';
import type { MessageView } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { messagesQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen, useListPage } from '../parts/list-screen.tsx';

/** Mails and text messages that could not be sent, which are sent again or dropped, and those that came back. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('messages.title'));
  const [repeatsAll, setRepeatsAll] = useState(false);
  const query = useQuery(messagesQuery(useListPage().offset));
  const hasRepeatable = query.data?.result.some(({ outcome }) => outcome === null) ?? false;
  return (
    <>
      <ListScreen
        path="messages"
        title={t('messages.title')}
        filters={
          hasRepeatable && (
            <Button variant="default" size="xs" onClick={() => setRepeatsAll(true)}>
              {t('messages.repeatAll')}
            </Button>
          )
        }
        query={query}
        empty={t('messages.empty')}
        row={(message) => ({
          name: `${message.recipient}: ${message.subject}`,
          aside: endOf(message, t),
          about: message.error ?? undefined,
        })}
        detail={(id, goOn) => (
          <DetailState query={query} title={t('list.detailNotLoaded')}>
            {({ result }) => {
              const message = result.find((one) => one.id === id);
              if (!message) return <EmptyState text={t('messages.gone')} />;
              return <MessageDetail key={id} message={message} onDone={goOn} />;
            }}
          </DetailState>
        )}
      />
      {repeatsAll && (
        <DecisionDialog
          title={t('messages.repeatAllTitle')}
          confirmLabel={t('messages.repeatVerb')}
          submit={(reason) => call('POST /v2/ops/messages/repeat', { body: { which: 'all', reason } })}
          doneText={t('messages.repeated')}
          onClose={() => setRepeatsAll(false)}
        />
      )}
    </>
  );
}

/** What has become of it; undefined while it is tried again. */
function endOf({ outcome, next }: MessageView, t: TFunction<'ops'>): string | undefined {
  if (outcome !== null) return t(`messages.outcome.${outcome}`);
  return next === null ? t('messages.givenUp') : undefined;
}

function MessageDetail({ message, onDone }: { message: MessageView; onDone: () => void }) {
  const { t } = useTranslation('ops');
  const [deciding, setDeciding] = useState<'repeat' | 'drop'>();
  const { id, channel, recipient, subject, attempts, next, outcome, error } = message;
  const isRepeatable = outcome === null;
  useKeys({ ...(isRepeatable ? { a: () => setDeciding('repeat') } : {}), r: () => setDeciding('drop') });
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
          outcome === null && next !== null
            ? [t('messages.next'), <Moment key="next" seconds={next} />]
            : [t('messages.state'), endOf(message, t)],
        ]}
      />
      <div className={styles.actions}>
        {isRepeatable && <Button onClick={() => setDeciding('repeat')}>{t('messages.repeat')}</Button>}
        <Button variant="default" onClick={() => setDeciding('drop')}>
          {t('messages.drop')}
        </Button>
      </div>
      {error !== null && (
        <section className={styles.part}>
          <h3>{t(outcome === null ? 'messages.error' : 'messages.reason')}</h3>
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
          onDone={onDone}
          onClose={() => setDeciding(undefined)}
        >
          {deciding === 'drop' && <p>{t('messages.dropBody')}</p>}
        </DecisionDialog>
      )}
    </article>
  );
}
