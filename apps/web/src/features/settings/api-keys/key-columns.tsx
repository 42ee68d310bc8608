import { Button, Switch } from '@mantine/core';
import type { ApiKeyView } from '@pelican/shared/contracts/api-keys';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Moment } from '../../../ui/moment.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from './api-keys.module.css';
import type { ChangeKeys } from './use-change-keys.ts';

const tones: Record<ApiKeyView['status'], ChipTone> = {
  active: 'done',
  disabled: 'waiting',
  expired: 'failed',
  revoked: 'failed',
};

interface KeyActions extends ChangeKeys {
  /** Asks for the factor that turns the key on. */
  enable: (key: ApiKeyView) => void;
}

function Actions({ apiKey, change }: { apiKey: ApiKeyView; change: KeyActions }) {
  const { t } = useTranslation('settings-api-keys');
  const hasEnded = apiKey.status === 'expired' || apiKey.status === 'revoked';
  const askToDelete = async () => {
    const yes = await confirm({
      title: t('delete.ask', { name: apiKey.name }),
      body: t('delete.text'),
      confirmLabel: t('delete.verb'),
      tone: 'danger',
    });
    if (yes) change.remove(apiKey.id);
  };
  return (
    <span className={styles.actions}>
      <Switch
        label={t(apiKey.isEnabled && !hasEnded ? 'on' : 'off')}
        aria-label={t('toggleNamed', { name: apiKey.name })}
        disabled={hasEnded}
        checked={apiKey.isEnabled && !hasEnded}
        onChange={(event) => (event.currentTarget.checked ? change.enable(apiKey) : change.disable(apiKey.id))}
      />
      <Button
        variant="default"
        size="xs"
        aria-label={t('delete.named', { name: apiKey.name })}
        onClick={() => void askToDelete()}
      >
        {t('delete.verb')}
      </Button>
    </span>
  );
}

export function useKeyColumns(change: KeyActions): Column<ApiKeyView>[] {
  const { t } = useTranslation('settings-api-keys');
  return [
    {
      key: 'name',
      header: t('column.name'),
      card: 'headline',
      render: ({ serialNumber, name, apiKey }) => (
        <span className={styles.name}>
          <strong>
            {serialNumber}. {name}
          </strong>
          <span className={styles.key}>
            <span className="hint mono" title={apiKey}>
              {apiKey}
            </span>
            <CopyButton text={apiKey} label={t('copyKey', { name })} />
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      card: 'headline',
      render: ({ status }) => <StatusChip tone={tones[status]} label={t(`status.${status}`)} />,
    },
    {
      key: 'scopes',
      header: t('column.scopes'),
      render: ({ scopes }) => (
        <span className={styles.wrap}>{scopes.map((scope) => t(`scope.${scope}.label`)).join(', ')}</span>
      ),
    },
    {
      key: 'ips',
      header: t('column.ips'),
      render: ({ allowedIps }) => (
        <span className={styles.addresses}>{allowedIps.length === 0 ? t('anyIp') : allowedIps.join(', ')}</span>
      ),
    },
    {
      key: 'times',
      header: t('column.expires'),
      render: ({ expiresAt, lastUsedAt }) => (
        <span className={styles.times}>
          <span>{expiresAt === null ? t('never') : formatDateTime(expiresAt)}</span>
          <span className="hint">
            {lastUsedAt === null ? (
              t('unused')
            ) : (
              <>
                {t('used')} <Moment seconds={lastUsedAt} />
              </>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'actions',
      header: t('column.actions'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (apiKey) => <Actions apiKey={apiKey} change={change} />,
    },
  ];
}
