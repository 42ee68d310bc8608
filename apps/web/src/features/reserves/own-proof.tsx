import { Button } from '@mantine/core';
import type { OwnLeaf, OwnProof, Proof } from '@pelican/shared/contracts/reserves';
import { findLeafFault, type LeafFault } from '@pelican/shared/reserves';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownProofQuery } from '../../api/reserves.ts';
import { useSession } from '../../api/session.ts';
import { reservesPath, signInPath } from '../../platform/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { downloadText } from '../../ui/download-text.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './reserves.module.css';

type Result = LeafFault | 'unpublished' | null;

/** By ticker; against what everybody is shown, not against what came with the leaf. */
async function verifyAll({ leaves }: OwnProof, { assets }: Proof): Promise<Map<string, Result>> {
  const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);
  const results = await Promise.all(
    leaves.map(async (leaf): Promise<[string, Result]> => {
      const asset = assets.find(({ ticker }) => ticker === leaf.ticker);
      if (!asset || asset.root === null) return [leaf.ticker, 'unpublished'];
      const tree = { root: asset.root, total: asset.liabilities, depth: asset.depth };
      return [leaf.ticker, await findLeafFault(leaf, tree, digest)];
    }),
  );
  return new Map(results);
}

/** The signed-in user's leaves, verified by this browser. */
export function OwnPart({ proof }: { proof: Proof }) {
  const { t } = useTranslation('reserves');
  const { status } = useSession();
  return (
    <section aria-labelledby="own-proof">
      <h2 id="own-proof">{t('own.title')}</h2>
      {status === 'restoring' && <Skeleton width="100%" height={48} />}
      {status === 'anonymous' && (
        <p>
          <Link to={signInPath(`${reservesPath}?proof=${proof.id}`)}>{t('own.signIn')}</Link>
        </p>
      )}
      {status === 'signedIn' && <OwnLeaves key={proof.id} proof={proof} />}
    </section>
  );
}

function OwnLeaves({ proof }: { proof: Proof }) {
  const { t } = useTranslation('reserves');
  const { data, error, refetch } = useQuery(ownProofQuery(proof.id));
  if (error && !data) return <ErrorState title={t('own.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="100%" height={96} />;
  if (data.leaves.length === 0) return <EmptyState text={t('own.none')} />;
  return <Verified own={data} proof={proof} />;
}

function Verified({ own, proof }: { own: OwnProof; proof: Proof }) {
  const { t } = useTranslation('reserves');
  const [results, setResults] = useState<Map<string, Result>>();
  const isSecure = globalThis.crypto?.subtle !== undefined;
  const isOk = results && [...results.values()].every((fault) => fault === null);
  const columns: Column<OwnLeaf>[] = [
    { key: 'ticker', header: t('assets.asset'), card: 'headline', render: ({ ticker }) => <strong>{ticker}</strong> },
    {
      key: 'amount',
      header: t('own.amount'),
      numeric: true,
      render: ({ amount, ticker }) => <Amount value={amount} decimals={18} ticker={ticker} />,
    },
    { key: 'result', header: t('own.result'), render: ({ ticker }) => <ResultChip result={results?.get(ticker)} /> },
  ];
  return (
    <>
      <p className={styles.text}>{t(isSecure ? 'own.text' : 'own.insecure')}</p>
      <div className={styles.actions}>
        {isSecure && <Button onClick={() => void verifyAll(own, proof).then(setResults)}>{t('own.verify')}</Button>}
        <Button
          variant="default"
          onClick={() => downloadText(`proof-of-reserves-${own.proof}.json`, `${JSON.stringify(own, null, 2)}\n`)}
        >
          {t('own.download')}
        </Button>
      </div>
      <p role="status" className={styles.outcome} data-fault={isOk === false || undefined}>
        {isOk === true && t('own.allOk', { count: own.leaves.length })}
        {isOk === false && t('own.notOk')}
      </p>
      <div className={styles.list}>
        <DataTable
          caption={t('own.caption')}
          columns={columns}
          rows={own.leaves}
          rowKey={({ ticker }) => ticker}
          empty={null}
        />
      </div>
      <div>
        {own.leaves.map((leaf) => (
          <LeafDetails key={leaf.ticker} leaf={leaf} />
        ))}
      </div>
    </>
  );
}

function ResultChip({ result }: { result: Result | undefined }) {
  const { t } = useTranslation('reserves');
  if (result === undefined) return <StatusChip tone="waiting" label={t('own.open')} />;
  if (result === null) return <StatusChip tone="done" label={t('own.ok')} />;
  return <StatusChip tone="failed" label={t(`own.fault_${result}`)} />;
}

function LeafDetails({ leaf: { ticker, account, nonce, position, path } }: { leaf: OwnLeaf }) {
  const { t } = useTranslation('reserves');
  return (
    <details className={styles.details}>
      <summary>{t('own.details', { ticker })}</summary>
      <dl>
        <dt>{t('own.account')}</dt>
        <dd className="tabular">{account}</dd>
        <dt>{t('own.position')}</dt>
        <dd className="tabular">{position}</dd>
        <dt>{t('own.nonce')}</dt>
        <dd className={styles.hash}>{nonce}</dd>
        {path.map(({ hash, sum }, level) => (
          <div key={hash} className={styles.level}>
            <dt>{t('own.level', { level: level + 1 })}</dt>
            <dd>
              <span className={styles.hash}>{hash}</span>
              <span className="hint">{t('own.sum', { sum: `${sum} ${ticker}` })}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
