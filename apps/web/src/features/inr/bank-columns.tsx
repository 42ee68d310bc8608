/** Columns of the user's bank accounts, with the removal of one. */
import { Button } from '@mantine/core';
import { type InrBank, inrBankStatus } from '@pelican/shared/contracts/inr';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { deleteInrBank, inrKey } from '../../api/inr.ts';
import { confirm } from '../../ui/confirm.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './inr.module.css';
import { refusedTitle } from './refused-title.ts';

const tones: Record<InrBank['status'], ChipTone> = {
  [inrBankStatus.pending]: 'waiting',
  [inrBankStatus.active]: 'done',
  [inrBankStatus.canceled]: 'failed',
};

export function useBankColumns(): Column<InrBank>[] {
  const { t } = useTranslation('inr');
  const remove = useDelete();
  return [
    {
      key: 'bank',
      header: t('column.bank'),
      card: 'headline',
      render: ({ bank_name: name, ifsc_code: ifsc }) => (
        <span className={styles.bank}>
          <strong>{name}</strong>
          <span className="hint mono">{ifsc}</span>
        </span>
      ),
    },
    {
      key: 'number',
      header: t('column.number'),
      render: ({ account_number: number, full_name: name }) => (
        <span className={styles.bank}>
          <span className="mono">{number}</span>
          <span className="hint">{name}</span>
        </span>
      ),
    },
    { key: 'type', header: t('column.type'), render: ({ account_type: type }) => t(`kind.${type}`) },
    {
      key: 'status',
      header: t('column.status'),
      render: ({ status, reason }) => (
        <span className={styles.bank}>
          <StatusChip tone={tones[status]} label={t(`status.${status}`)} />
          {status === inrBankStatus.canceled && <span className="hint">{reason || t('canceledHint')}</span>}
        </span>
      ),
    },
    { key: 'added', header: t('column.added'), render: ({ created_at: added }) => <Moment seconds={added} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      quietHeader: true,
      card: 'action',
      render: ({ id, bank_name: bank, account_number: number }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('delete.named', { bank, number })}
          onClick={() => {
            const title = t('delete.ask', { bank, number });
            const question = { title, body: t('delete.text'), confirmLabel: t('delete.verb'), tone: 'danger' } as const;
            void confirm(question).then((yes) => yes && remove(id));
          }}
        >
          {t('delete.verb')}
        </Button>
      ),
    },
  ];
}

function useDelete(): (id: number) => void {
  const { t } = useTranslation('inr');
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: deleteInrBank,
    onSuccess: () => notify.success(t('delete.done')),
    onError: (error) => notify.error(messagesOf(error).join(' '), refusedTitle(error, t)),
    onSettled: () => client.invalidateQueries({ queryKey: inrKey }),
  });
  return mutate;
}
