import { Button } from '@mantine/core';
import type { NetworkDetail } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paymentNetworksQuery } from '../../../api/payments-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import './messages.ts';
import { AddNetworkDialog, ChangeNetworkDialog } from './network-dialog.tsx';

/** Networks that coins come and go by, and whether the worker reads them. */
export function Component() {
  const { t } = useTranslation('ops-networks');
  usePageTitle(t('title'));
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(paymentNetworksQuery);
  return (
    <>
      <ListScreen
        path="networks"
        title={t('title')}
        filters={
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
        query={query}
        empty={t('empty')}
        row={({ name, kind, isRead }) => ({
          name,
          about: `${t(`kind.${kind}`)} · ${t(isRead ? 'read' : 'unread')}`,
        })}
        detail={(id) => <Detail key={id} id={Number(id)} />}
      />
      {isAdding && <AddNetworkDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function Detail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const { data, error, refetch } = useQuery(paymentNetworksQuery);
  const network = data?.result.find((one) => one.id === id);
  if (data && !network) return <EmptyState text={t('list.nothing')} />;
  return (
    <DetailState query={{ data: network, error, refetch }} title={t('list.detailNotLoaded')}>
      {(found) => <Loaded network={found} />}
    </DetailState>
  );
}

function Loaded({ network }: { network: NetworkDetail }) {
  const { t } = useTranslation('ops-networks');
  const [isChanging, setChanging] = useState(false);
  const { key, name, kind, isRead, readAt, coins } = network;
  const given = (field: 'chainId' | 'chainName' | 'addressType') =>
    network[field] === null ? [] : [[t(`field.${field}`), network[field]] as const];
  const link = (text: string) => (text === '' ? t('none') : <span className="mono">{text}</span>);
  return (
    <article aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <span className="mono hint">{key}</span>
        <StatusChip tone={isRead ? 'done' : 'attention'} label={t(isRead ? 'read' : 'unread')} />
      </div>
      {!isRead && (
        <p role="note">{readAt === null ? t('neverRead', { key, settings: t(`settings.${kind}`) }) : t('awayNow')}</p>
      )}
      <Facts
        rows={[
          [t('field.kind'), t(`kind.${kind}`)],
          ...given('chainId'),
          ...given('chainName'),
          ...given('addressType'),
          [t('field.native'), network.native],
          [t('field.confirmations'), network.confirmations],
          [t('field.blockSeconds'), network.blockSeconds],
          [t('field.explorerTransaction'), link(network.explorerTransaction)],
          [t('field.explorerAddress'), link(network.explorerAddress)],
          [t('lastRead'), readAt === null ? t('none') : <WholeMoment key="read" seconds={readAt} />],
        ]}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </div>
      <section className={styles.part} aria-label={t('coins')}>
        <h3>{t('coins')}</h3>
        {coins.length === 0 ? (
          <p>{t('noCoins')}</p>
        ) : (
          <ul className={styles.plain}>
            {coins.map(({ method, ticker, contract, decimals }) => (
              <li key={method}>
                <Link to={`${paths.operators}/payments/${method}`}>{t('coin', { ticker, decimals })}</Link>{' '}
                <span className="mono hint">{contract === '' ? t('ownCoin') : contract}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isChanging && <ChangeNetworkDialog network={network} onClose={() => setChanging(false)} />}
    </article>
  );
}
