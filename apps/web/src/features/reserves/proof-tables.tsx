import type { Proof, ProofAsset, ReservePlace } from '@pelican/shared/contracts/reserves';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './reserves.module.css';

const isCovered = ({ percent }: ProofAsset) => percent === null || Number(percent) >= 100;

/** Each asset with what is owed, what lies against it, and its root. */
export function AssetsTable({ proof }: { proof: Proof }) {
  const { t } = useTranslation('reserves');
  const columns = useMemo<Column<ProofAsset>[]>(() => {
    const amount = (key: 'liabilities' | 'reserves'): Column<ProofAsset> => ({
      key,
      header: t(`assets.${key}`),
      numeric: true,
      render: (row) => <Amount value={row[key]} ticker={row.ticker} />,
    });
    return [
      {
        key: 'asset',
        header: t('assets.asset'),
        card: 'headline',
        render: ({ ticker, label }) => (
          <span className={styles.asset}>
            <CoinIcon ticker={ticker} size={24} />
            <span>
              <strong>{ticker}</strong> <span className="hint">{label}</span>
            </span>
          </span>
        ),
      },
      amount('liabilities'),
      amount('reserves'),
      {
        key: 'percent',
        header: t('assets.percent'),
        numeric: true,
        render: ({ percent }) => <span className="tabular">{percent === null ? '–' : `${percent} %`}</span>,
      },
      {
        key: 'state',
        header: t('assets.state'),
        render: (row) =>
          isCovered(row) ? (
            <StatusChip tone="done" label={t('assets.covered')} />
          ) : (
            <StatusChip tone="attention" label={t('assets.below')} />
          ),
      },
      {
        key: 'root',
        header: t('assets.root'),
        render: ({ root, ticker }) =>
          root === null ? (
            '–'
          ) : (
            <span className={styles.root}>
              <span className="mono" title={root}>
                {root.slice(0, 8)}…{root.slice(-8)}
              </span>
              <CopyButton text={root} label={t('assets.copyRoot', { ticker })} />
            </span>
          ),
      },
    ];
  }, [t]);
  const negative = proof.assets.filter((asset) => asset.negative !== '0');
  return (
    <>
      <div className={styles.list}>
        <DataTable
          caption={t('assets.caption')}
          columns={columns}
          rows={proof.assets}
          rowKey={({ ticker }) => ticker}
          rowHeight={48}
          empty={<EmptyState text={t('assets.none')} />}
        />
      </div>
      {negative.length > 0 && (
        <p className={styles.text}>
          {t('assets.negative', {
            amounts: negative.map((asset) => `${asset.negative} ${asset.ticker}`).join(', '),
          })}
        </p>
      )}
    </>
  );
}

type PlaceRow = ReservePlace & { ticker: string };

/** Networks, banks and providers. */
export function PlacesTable({ proof }: { proof: Proof }) {
  const { t } = useTranslation('reserves');
  const rows = proof.assets.flatMap(({ ticker, places }) => places.map((place): PlaceRow => ({ ...place, ticker })));
  const columns = useMemo<Column<PlaceRow>[]>(
    () => [
      { key: 'ticker', header: t('assets.asset'), card: 'headline', render: ({ ticker }) => <strong>{ticker}</strong> },
      { key: 'place', header: t('places.place'), render: ({ name }) => name },
      {
        key: 'amount',
        header: t('places.amount'),
        numeric: true,
        render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} />,
      },
      {
        key: 'source',
        header: t('places.source'),
        render: ({ source, block }) => t(`places.source_${source}`, { block }),
      },
      { key: 'time', header: t('places.time'), render: ({ time }) => <Moment seconds={time} /> },
    ],
    [t],
  );
  return (
    <div className={styles.list} data-short>
      <DataTable
        caption={t('places.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ ticker, kind, name }) => `${ticker} ${kind} ${name}`}
        empty={<EmptyState text={t('places.none')} />}
      />
    </div>
  );
}
