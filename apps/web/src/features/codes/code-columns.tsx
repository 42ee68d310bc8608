/** Columns of transfer codes: those that are open, and what happened to earlier ones. */
import { Button } from '@mantine/core';
import type { CodeEvent, OpenCode } from '@pelican/shared/contracts/codes';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './codes.module.css';

const tones: Record<CodeEvent['status'], ChipTone> = { created: 'progress', activated: 'done', deleted: 'failed' };

function useSharedColumns(): { code: Column<OpenCode>; amount: Column<OpenCode>; date: Column<OpenCode> } {
  const { t } = useTranslation('codes');
  return {
    code: {
      key: 'code',
      header: t('column.code'),
      card: 'headline',
      render: ({ code }) => <span className="mono">{code}</span>,
    },
    amount: {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      card: 'headline',
      render: ({ amount, currency }) => (
        <span className={styles.amount}>
          <CoinIcon ticker={currency} size={20} />
          <Amount value={amount} ticker={currency} withTicker />
        </span>
      ),
    },
    date: {
      key: 'date',
      header: t('column.date'),
      render: ({ date }) => <Moment seconds={date / 1000} />,
    },
  };
}

export function useOpenColumns(remove: (code: OpenCode) => void): Column<OpenCode>[] {
  const { t } = useTranslation('codes');
  const { code, amount, date } = useSharedColumns();
  return [
    code,
    amount,
    date,
    {
      key: 'delete',
      header: t('delete.verb'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (row) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('delete.named', { code: row.code })}
          onClick={() => remove(row)}
        >
          {t('delete.verb')}
        </Button>
      ),
    },
  ];
}

export function useEventColumns(): Column<CodeEvent>[] {
  const { t } = useTranslation('codes');
  const { code, amount, date } = useSharedColumns();
  return [
    code,
    amount,
    {
      key: 'status',
      header: t('column.status'),
      render: ({ status, direction }) => <StatusChip tone={tones[status]} label={t(`status.${direction ?? status}`)} />,
    },
    date,
  ];
}
