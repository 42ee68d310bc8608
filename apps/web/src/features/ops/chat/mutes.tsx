import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { mutesQuery } from '../../../api/support-desk.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { ObjectLink } from '../records/object-link.tsx';
import styles from './chat.module.css';

/** Who may not write at the moment. */
export function Mutes() {
  const { t } = useTranslation('ops-chat');
  const { data, error, refetch } = useQuery(mutesQuery);
  const [userId, setUserId] = useState<number>();
  return (
    <section aria-label={t('mutes')}>
      <h2>{t('mutes')}</h2>
      {error && !data && <ErrorState title={t('mutesNotLoaded')} error={error} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <p className="muted">{t('noMutes')}</p>}
      <ul className={styles.messages}>
        {data?.result.map((mute) => (
          <li key={mute.userId} className={styles.message}>
            <span>
              {mute.account}, <ObjectLink name={`user:${mute.userId}`} />, {t('until')} <Moment seconds={mute.until} />:{' '}
              {mute.reason} (<ObjectLink name={mute.mutedBy} />)
            </span>
            <Button variant="default" size="compact-sm" onClick={() => setUserId(mute.userId)}>
              {t('end')}
            </Button>
          </li>
        ))}
      </ul>
      {userId !== undefined && (
        <DecisionDialog
          title={t('endQuestion')}
          confirmLabel={t('end')}
          doneText={t('ended')}
          submit={(reason) => call('POST /v2/ops/chat/mutes/:userId/end', { params: { userId }, body: { reason } })}
          onClose={() => setUserId(undefined)}
        />
      )}
    </section>
  );
}
