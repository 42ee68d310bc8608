import { Button } from '@mantine/core';
import type { SignInEventView } from '@pelican/shared/contracts/sessions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signInsQuery } from '../../../api/security.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/settings-section.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from './security.module.css';

const tones: Record<SignInEventView['kind'], ChipTone> = {
  signed_in: 'done',
  session_ended: 'waiting',
  password_changed: 'attention',
  refused: 'failed',
  locked_out: 'failed',
};

function useColumns(): Column<SignInEventView>[] {
  const { t, i18n } = useTranslation('settings-security');
  return [
    {
      key: 'kind',
      header: t('signIns.what'),
      card: 'headline',
      render: ({ kind, reason }) => (
        <span className={styles.device}>
          <StatusChip tone={tones[kind]} label={t(`signIns.kind.${kind}`)} />
          {reason !== null && i18n.exists(`settings-security:signIns.reason.${reason}`) && (
            <span className="hint">{t(`signIns.reason.${reason}`)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'time',
      header: t('signIns.time'),
      card: 'headline',
      render: ({ createdAt }) => <Moment seconds={createdAt} />,
    },
    { key: 'device', header: t('sessions.device'), render: ({ device }) => device ?? '–' },
    {
      key: 'ip',
      header: t('sessions.ip'),
      render: ({ ipAddress }) => <span className="mono">{ipAddress ?? '–'}</span>,
    },
  ];
}

/** What happened at the door: sign-ins, refusals and ends of sessions. */
export function SignInsSection() {
  const { t } = useTranslation('settings-security');
  const columns = useColumns();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(signInsQuery);
  return (
    <Section title={t('signIns.title')} about={t('signIns.about')}>
      <div className={styles.list}>
        <DataTable
          caption={t('signIns.title')}
          columns={columns}
          rows={data?.pages.flatMap(({ result }) => result)}
          rowKey={({ id }) => id}
          skeletonRows={5}
          empty={<EmptyState text={t('signIns.empty')} />}
          error={
            error && !data ? (
              <ErrorState title={t('signIns.notLoaded')} error={error} onRetry={() => void refetch()} />
            ) : undefined
          }
        />
      </div>
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('signIns.older')}
          </Button>
        </div>
      )}
    </Section>
  );
}
