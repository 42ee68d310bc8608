import { Button } from '@mantine/core';
import { type OperatorView, type Permission, roleOf } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorsQuery } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../home/home-page.module.css';
import detail from '../parts/detail.module.css';
import { ChangeOperatorDialog, NewOperatorDialog } from './operator-dialogs.tsx';

/** Who is an operator, with which permissions; a change takes two. */
export function Component() {
  const { t } = useTranslation('ops');
  usePageTitle(t('operators.title'));
  const { data, error, refetch } = useQuery(operatorsQuery);
  const [changing, setChanging] = useState<number>();
  const changed = data?.result.find(({ user_id }) => user_id === changing);
  const [isMaking, setMaking] = useState(false);
  const columns: Column<OperatorView>[] = [
    { key: 'name', header: t('operators.name'), card: 'headline', render: ({ name }) => name },
    { key: 'email', header: t('operators.email'), render: ({ email }) => email },
    { key: 'role', header: t('operators.role'), render: ({ permissions }) => <Role permissions={permissions} /> },
    {
      key: 'permissions',
      header: t('operators.permissions'),
      render: ({ permissions }) => permissions.join(', ') || t('operators.none'),
    },
    {
      key: 'status',
      header: t('operators.status'),
      render: ({ status }) => (
        <StatusChip tone={status === 'active' ? 'done' : 'failed'} label={t(`users.status.${status}`)} />
      ),
    },
    {
      key: 'seen',
      header: t('operators.lastSeen'),
      render: ({ last_seen }) => (last_seen === null ? '–' : <Moment seconds={last_seen} />),
    },
    {
      key: 'change',
      header: t('operators.actions'),
      quietHeader: true,
      card: 'action',
      render: (operator) => (
        <Button variant="default" size="xs" onClick={() => setChanging(operator.user_id)}>
          {t('operators.change')}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.page}>
      <div className={detail.head}>
        <h1>{t('operators.title')}</h1>
        <Button onClick={() => setMaking(true)}>{t('operators.new')}</Button>
      </div>
      <DataTable
        caption={t('operators.caption')}
        columns={columns}
        rows={data?.result}
        rowKey={({ user_id }) => user_id}
        empty={<EmptyState text={t('operators.empty')} />}
        error={
          error && !data ? (
            <ErrorState title={t('operators.notLoaded')} error={error} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      {changed && <ChangeOperatorDialog operator={changed} onClose={() => setChanging(undefined)} />}
      {isMaking && <NewOperatorDialog onClose={() => setMaking(false)} />}
    </div>
  );
}

function Role({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation('ops');
  const role = roleOf(permissions);
  return role === null ? t('operators.own') : t(`operators.roles.${role}`);
}
