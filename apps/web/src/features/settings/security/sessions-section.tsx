import { Button } from '@mantine/core';
import type { SessionView } from '@pelican/shared/contracts/sessions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionsQuery } from '../../../api/security.ts';
import { confirm } from '../../../ui/confirm.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/settings-section.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './security.module.css';
import { useTerminate } from './use-terminate.ts';

function useColumns(terminate: (session: SessionView) => void): Column<SessionView>[] {
  const { t } = useTranslation('settings-security');
  return [
    {
      key: 'device',
      header: t('sessions.device'),
      card: 'headline',
      render: (session) => (
        <span className={styles.device}>
          <strong title={session.userAgent}>{session.device}</strong>
          {session.isCurrent ? (
            <StatusChip tone="done" label={t('sessions.current')} />
          ) : (
            <span className="hint">{t('sessions.since', { time: formatDateTime(session.signedInAt) })}</span>
          )}
        </span>
      ),
    },
    { key: 'ip', header: t('sessions.ip'), render: (session) => <span className="mono">{session.ipAddress}</span> },
    { key: 'activity', header: t('sessions.activity'), render: (session) => <Moment seconds={session.lastActivity} /> },
    {
      key: 'action',
      header: t('sessions.end'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (session) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endNamed', { device: session.device, ip: session.ipAddress })}
          onClick={() => terminate(session)}
        >
          {t('sessions.end')}
        </Button>
      ),
    },
  ];
}

/** Where the person is signed in. A session that is ended leaves the list at once, and comes back if that failed. */
export function SessionsSection() {
  const { t } = useTranslation('settings-security');
  const { data, error, refetch } = useQuery(sessionsQuery);
  const terminate = useTerminate();
  const columns = useColumns(({ id, isCurrent }) => terminate.mutate({ id, isCurrent }));
  const others = data?.result.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const endSeveral = async (id: 'others' | 'all') => {
    const yes = await confirm({
      title: t(`sessions.${id}Ask`),
      body: t(`sessions.${id}Text`, { count: others }),
      confirmLabel: t(`sessions.${id}`),
      tone: 'danger',
    });
    if (yes) terminate.mutate({ id, isCurrent: id === 'all' });
  };
  return (
    <Section
      title={t('sessions.title')}
      about={t('sessions.about')}
      action={
        others > 0 && (
          <div className={styles.several}>
            {(['others', 'all'] as const).map((id) => (
              <Button key={id} variant="default" onClick={() => void endSeveral(id)}>
                {t(`sessions.${id}`)}
              </Button>
            ))}
          </div>
        )
      }
    >
      <div className={styles.list}>
        <DataTable
          caption={t('sessions.title')}
          columns={columns}
          rows={data?.result}
          rowKey={({ id }) => id}
          skeletonRows={3}
          empty={<EmptyState text={t('sessions.empty')} />}
          error={
            error && !data ? (
              <ErrorState title={t('sessions.notLoaded')} error={error} onRetry={() => void refetch()} />
            ) : undefined
          }
        />
      </div>
    </Section>
  );
}
