/** Columns of saved addresses for withdrawals, with the deletion of one. */
import { Button } from '@mantine/core';
import type { SavedAddress } from '@pelican/shared/contracts/saved-addresses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { deleteSavedAddress, savedAddressesKey } from '../../../api/saved-addresses.ts';
import { serverNow } from '../../../platform/clock.ts';
import { confirm } from '../../../ui/confirm.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Moment } from '../../../ui/moment.tsx';
import { notify } from '../../../ui/notify.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './addresses.module.css';

export function useAddressColumns(): Column<SavedAddress>[] {
  const { t } = useTranslation('withdrawals-addresses');
  const remove = useDelete();
  const askToDelete = async ({ id, name }: SavedAddress) => {
    const question = { title: t('delete.ask', { name }), body: t('delete.text'), confirmLabel: t('delete.verb') };
    if (await confirm({ ...question, tone: 'danger' })) remove(id);
  };
  return [
    {
      key: 'name',
      header: t('column.name'),
      card: 'headline',
      render: ({ name, ticker, network }) => (
        <span className={styles.stacked}>
          <strong>{name}</strong>
          <span className="hint">
            {ticker} · {network}
          </span>
        </span>
      ),
    },
    {
      key: 'address',
      header: t('column.address'),
      render: ({ name, savedData: { address, memo } }) => (
        <span className={styles.stacked}>
          <span className={styles.address}>
            <span>{address}</span>
            <CopyButton text={address} label={t('copy', { name })} />
          </span>
          {memo !== '' && <span className="hint">{t('memo', { memo })}</span>}
        </span>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      render: ({ usableAt }) =>
        usableAt * 1_000 > serverNow() ? (
          <StatusChip tone="waiting" label={t('waits', { time: formatDateTime(usableAt) })} />
        ) : (
          <StatusChip tone="done" label={t('ready')} />
        ),
    },
    { key: 'added', header: t('column.added'), render: ({ createdAt }) => <Moment seconds={createdAt} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      quietHeader: true,
      card: 'action',
      render: (address) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('delete.named', { name: address.name })}
          onClick={() => void askToDelete(address)}
        >
          {t('delete.verb')}
        </Button>
      ),
    },
  ];
}

function useDelete(): (id: number) => void {
  const { t } = useTranslation('withdrawals-addresses');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: deleteSavedAddress,
    onSuccess: () => notify.success(t('delete.done')),
    onError: (error) => notify.error(messagesOf(error).join(' ')),
    onSettled: () => client.invalidateQueries({ queryKey: [...savedAddressesKey] }),
  });
  return mutate;
}
