import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { openingsQuery } from '../../../api/support-desk.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import styles from './forms.module.css';

/** How many people wait for the notice of an opening, and the button that sends it. */
export function Openings() {
  const { t } = useTranslation('ops-forms');
  const { data } = useQuery(openingsQuery);
  const [topic, setTopic] = useState<string>();
  /** 'market:BTC_USDT' -> 'BTC/USDT', 'feature:otc' -> 'The OTC desk'. */
  const nameOf = (of: string) => {
    const [kind, name = of] = of.split(':');
    return kind === 'market' ? name.replace('_', '/') : t(`feature.${name}`, name);
  };
  if (!data || data.result.length === 0) return null;
  return (
    <section className={styles.openings} aria-label={t('openings')}>
      <h2>{t('openings')}</h2>
      <ul>
        {data.result.map((opening) => (
          <li key={opening.topic}>
            <span>
              {t('waiting', { topic: nameOf(opening.topic), count: opening.waiting })}, {t('since')}{' '}
              <WholeMoment seconds={opening.since} />
            </span>
            <Button variant="default" size="compact-sm" onClick={() => setTopic(opening.topic)}>
              {t('tellAll')}
            </Button>
          </li>
        ))}
      </ul>
      {topic !== undefined && (
        <DecisionDialog
          title={t('tellQuestion', { topic: nameOf(topic) })}
          confirmLabel={t('tellAll')}
          doneText={t('told')}
          submit={(reason) => call('POST /v2/ops/support/openings/tell', { body: { topic, reason } })}
          onClose={() => setTopic(undefined)}
        >
          <p>{t('tellBody')}</p>
        </DecisionDialog>
      )}
    </section>
  );
}
