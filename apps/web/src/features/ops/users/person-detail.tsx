import { Button } from '@mantine/core';
import type { Person } from '@pelican/shared/contracts/operations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { personQuery, refreshPerson } from '../../../api/operators.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { TabBar } from '../../../ui/tab-bar.tsx';
import { useKeys } from '../keys/use-keys.ts';
import styles from '../parts/detail.module.css';
import { LedgerLink } from '../parts/ledger-link.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PersonAccount } from './person-account.tsx';
import { type PersonDecision, PersonDialog } from './person-dialogs.tsx';
import { Timeline } from './timeline.tsx';

/** A user: who it is, what they have, and what happened. */
export function PersonDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const query = useQuery(personQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(person) => <Loaded person={person} />}
    </DetailState>
  );
}

function Loaded({ person }: { person: Person }) {
  const { t } = useTranslation('ops');
  const client = useQueryClient();
  const { may } = useOperator();
  const [params, change] = useUrlParams();
  const [deciding, setDeciding] = useState<PersonDecision>();
  const [isNoting, setNoting] = useState(false);
  const [isAdjusting, setAdjusting] = useState(false);
  const tab = params.get('tab') === 'timeline' ? 'timeline' : 'account';
  const { id, email, status } = person;
  const freezing = status === 'active' ? 'freeze' : 'unfreeze';
  const mayChange = may('accounts');
  useKeys({
    f: mayChange ? () => setDeciding({ kind: freezing }) : undefined,
    n: () => setNoting(true),
  });
  return (
    <article aria-label={email}>
      <div className={styles.head}>
        <h2>{email}</h2>
        <StatusChip tone={status === 'active' ? 'done' : 'failed'} label={t(`users.status.${status}`)} />
      </div>
      <div className={styles.actions}>
        {mayChange && (
          <>
            <Button
              variant={freezing === 'freeze' ? 'danger' : 'default'}
              onClick={() => setDeciding({ kind: freezing })}
            >
              {t(`users.${freezing}`)}
            </Button>
            {person.is_operator && (
              <Button variant="default" onClick={() => setDeciding({ kind: 'suspend' })}>
                {t('users.suspend')}
              </Button>
            )}
            <Button variant="default" onClick={() => setDeciding({ kind: 'reset' })}>
              {t('users.reset')}
            </Button>
          </>
        )}
        {person.sign_up_bonus && may('money') && (
          <Button variant="default" onClick={() => setDeciding({ kind: 'bonus' })}>
            {t('users.bonus')}
          </Button>
        )}
        {may('money') && (
          <Button variant="default" onClick={() => setAdjusting(true)}>
            {t('adjust.open')}
          </Button>
        )}
        <Button variant="default" onClick={() => setNoting(true)}>
          {t('users.note')}
        </Button>
      </div>
      <p className={styles.actions}>
        <LedgerLink user={id} />
        {may('money') && <Link to={`${paths.operators}/loans?user=${id}`}>{t('list.loans')}</Link>}
      </p>
      <TabBar
        label={t('users.tabs.label')}
        controls="person"
        value={tab}
        onChange={(next) => change({ tab: next === 'account' ? '' : next })}
        tabs={(['account', 'timeline'] as const).map((value) => ({ value, label: t(`users.tabs.${value}`) }))}
      />
      <div id="person" role="tabpanel" aria-label={t(`users.tabs.${tab}`)}>
        {tab === 'account' ? (
          <PersonAccount
            person={person}
            onRevoke={mayChange ? (key) => setDeciding({ kind: 'revoke', key }) : undefined}
          />
        ) : (
          <Timeline userId={id} />
        )}
      </div>
      {deciding && (
        <PersonDialog
          person={person}
          decision={deciding}
          onDecided={() => void refreshPerson(client, id)}
          onClose={() => setDeciding(undefined)}
        />
      )}
      {isAdjusting && (
        <AdjustDialog
          person={person}
          onDecided={() => void refreshPerson(client, id)}
          onClose={() => setAdjusting(false)}
        />
      )}
      {isNoting && <NoteDialog person={person} onClose={() => setNoting(false)} />}
    </article>
  );
}
