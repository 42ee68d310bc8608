import { Button } from '@mantine/core';
import type { Movement, WalletName } from '@pelican/shared/contracts/statements';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movementsQuery } from '../../../api/statements.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './wallet-history.module.css';

const decimals = 8;

/** scripts/movement-names.test.ts finds kinds without a name; those of earlier releases may have none any more. */
function kindText(t: TFunction<'wallet-history'>, kind: string): string {
  if (/^transfer_(?!code_)|^futures_[12]$/.test(kind)) return t('movement.transfer');
  return t([`movement.${kind}`, 'movement.other']);
}

interface MovementsProps {
  wallet: WalletName;
  ticker: string;
}

/** The movements of one wallet by pages, which know only what comes after them. */
export function MovementsList({ wallet, ticker }: MovementsProps) {
  return <Pages key={`${wallet} ${ticker}`} wallet={wallet} ticker={ticker} />;
}

function Pages({ wallet, ticker }: MovementsProps) {
  const { t } = useTranslation('wallet-history');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, refetch, isFetching } = useQuery(movementsQuery(wallet, ticker, cursors.at(-1) ?? ''));
  const next = data?.next ?? null;
  const opening = data?.opening ?? '0';
  const columns = useMemo<Column<Movement>[]>(
    () => [
      { key: 'kind', header: t('column.movement'), card: 'headline', render: ({ kind }) => kindText(t, kind) },
      {
        key: 'change',
        header: t('column.change'),
        numeric: true,
        card: 'headline',
        render: ({ change }) => <Amount value={change} ticker={ticker} withTicker />,
      },
      {
        key: 'balance',
        header: t('column.balance'),
        numeric: true,
        render: ({ balance }) => <Amount value={balance} ticker={ticker} />,
      },
      { key: 'time', header: t('column.time'), render: ({ time }) => <Moment seconds={time} /> },
      {
        key: 'details',
        header: t('column.details'),
        render: ({ reference }) => <span className={styles.details}>{reference}</span>,
      },
    ],
    [t, ticker],
  );
  return (
    <>
      <DataTable
        caption={t('tab.movements')}
        columns={columns}
        rows={data?.result}
        rowKey={({ id }) => id}
        compact
        empty={<EmptyState text={t(next === null && cursors.length === 0 ? 'emptyMovements' : 'emptyPage')} />}
        error={error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      />
      {(next !== null || cursors.length > 0) && (
        <nav className={styles.more} aria-label={t('tab.movements')}>
          <Button
            variant="default"
            disabled={cursors.length === 0 || isFetching}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {t('newer')}
          </Button>
          <Button
            variant="default"
            disabled={next === null || isFetching}
            onClick={() => next !== null && setCursors([...cursors, next])}
          >
            {t('older')}
          </Button>
        </nav>
      )}
      {!isZeroDecimal(opening) && (
        <p className={styles.more}>
          {t('opening', { amount: formatUpTo(opening, decimals, groupingOf(ticker)), ticker })}
        </p>
      )}
    </>
  );
}
