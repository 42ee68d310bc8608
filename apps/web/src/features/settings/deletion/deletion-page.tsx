import { Button } from '@mantine/core';
import type { DeletionState } from '@pelican/shared/contracts/deletion';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { deletionQuery } from '../../../api/deletion.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { Section, SettingsPage } from '../../../ui/settings-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './deletion.module.css';
import { DeletionDialog } from './deletion-dialog.tsx';
import { useKeepAccount } from './use-deletion.ts';

/** The deletion is on its way: until when it can be taken back. */
function OnItsWay({ deletesAt, lapses = [] }: { deletesAt: number; lapses: DeletionState['lapses'] }) {
  const { t } = useTranslation('settings-deletion');
  const keep = useKeepAccount();
  return (
    <Section title={t('onItsWay')}>
      <p>{t('until', { time: formatDateTime(deletesAt) })}</p>
      {lapses.length > 0 && <Lapses lapses={lapses} />}
      <div>
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('keep')}
        </Button>
      </div>
    </Section>
  );
}

/** What stands in the way, by the server's words. */
function Blocks({ blockedBy }: Pick<DeletionState, 'blockedBy'>) {
  const { t } = useTranslation('settings-deletion');
  return (
    <div className={styles.blocks}>
      <p className={styles.blocked}>
        <IconAlertTriangle size={20} aria-hidden />
        {t('blocked')}
      </p>
      <ul>
        {blockedBy.map(({ kind, text }) => (
          <li key={kind + text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** What is lost with the account, and where it is claimed before. */
function Lapses({ lapses }: { lapses: NonNullable<DeletionState['lapses']> }) {
  const { t } = useTranslation('settings-deletion');
  const rewards = lapses.map(({ ticker, amount }) => `${amount} ${ticker}`).join(', ');
  return (
    <p className={styles.blocked}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        {t('lapses', { rewards })} <Link to={paths.referrals}>{t('claim')}</Link>
      </span>
    </p>
  );
}

function Ask({ state }: { state: DeletionState | undefined }) {
  const { t } = useTranslation('settings-deletion');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title={t('what')}>
      <ul className={styles.facts}>
        {(['wait', 'erased', 'kept', 'final'] as const).map((fact) => (
          <li key={fact}>{t(`fact.${fact}`)}</li>
        ))}
      </ul>
      {state?.lapses && state.lapses.length > 0 && <Lapses lapses={state.lapses} />}
      {!state && <Skeleton width={280} height={36} />}
      {state && state.blockedBy.length > 0 && <Blocks blockedBy={state.blockedBy} />}
      {state && state.blockedBy.length === 0 && (
        <div>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            {t('delete')}
          </Button>
        </div>
      )}
      {isAsking && <DeletionDialog onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

/** Deleting the account: what it means, what stands in the way, and taking it back. */
export function Component() {
  const { t } = useTranslation('settings-deletion');
  usePageTitle(t('title'));
  const { data: state, error, refetch } = useQuery(deletionQuery);
  return (
    <SettingsPage title={t('title')}>
      {error && !state && <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />}
      {state?.deletesAt ? (
        <OnItsWay deletesAt={state.deletesAt} lapses={state.lapses} />
      ) : (
        !error && <Ask state={state} />
      )}
    </SettingsPage>
  );
}
