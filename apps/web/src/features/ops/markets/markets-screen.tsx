import { Button } from '@mantine/core';
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { operatorMarketsQuery } from '../../../api/markets-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { notify } from '../../../ui/notify.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen } from '../parts/list-screen.tsx';
import './messages.ts';

type Status = OperatorMarket['status'];

const tones: Record<Status, ChipTone> = { open: 'done', cancelOnly: 'attention', closed: 'failed' };
const statuses = ['open', 'cancelOnly', 'closed'] as const;
const figures = ['priceStep', 'amountStep', 'amountMin', 'amountMax', 'totalMin', 'priceMax'] as const;
const rates = ['priceBandPpm', 'makerFeePpm', 'takerFeePpm', 'gstPpm', 'tdsPpm'] as const;

/** Spot markets: what they take and cost, and stopping them. */
export function Component() {
  const { t } = useTranslation('ops-markets');
  usePageTitle(t('title'));
  const query = useQuery(operatorMarketsQuery);
  return (
    <ListScreen
      path="markets"
      title={t('title')}
      query={query}
      empty={t('empty')}
      row={({ name, status, openOrders }) => ({
        name,
        about: `${t(`status.${status}`)} · ${t('orders', { count: openOrders })}`,
      })}
      detail={(id) => <Detail key={id} id={Number(id)} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const { data, error, refetch } = useQuery(operatorMarketsQuery);
  const market = data?.result.find((one) => one.id === id);
  if (data && !market) return <EmptyState text={t('list.nothing')} />;
  return (
    <DetailState query={{ data: market, error, refetch }} title={t('list.detailNotLoaded')}>
      {(found) => <Loaded market={found} />}
    </DetailState>
  );
}

function Loaded({ market }: { market: OperatorMarket }) {
  const { t } = useTranslation('ops-markets');
  const [wanted, setWanted] = useState<Status>();
  const { name, status } = market;
  return (
    <article aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <StatusChip tone={tones[status]} label={t(`status.${status}`)} />
      </div>
      <div className={styles.actions}>
        {statuses
          .filter((one) => one !== status)
          .map((one) => (
            <Button
              key={one}
              variant={statuses.indexOf(one) > statuses.indexOf(status) ? 'danger' : 'default'}
              onClick={() => setWanted(one)}
            >
              {t(`to.${one}`)}
            </Button>
          ))}
      </div>
      <Facts
        rows={[
          [t('field.orders'), market.openOrders],
          ...figures.map((field) => [t(`field.${field}`), market[field]] as const),
          ...rates.map((field) => [t(`field.${field}`), t('percent', { value: market[field] / 10_000 })] as const),
          [t('field.tax'), t(`tax.${market.tax}`)],
        ]}
      />
      <p className="hint">{t('byCommand', { pair: name })}</p>
      {wanted && <StatusDialog market={market} status={wanted} onClose={() => setWanted(undefined)} />}
    </article>
  );
}

interface StatusDialogProps {
  market: OperatorMarket;
  status: Status;
  onClose: () => void;
}

/** Stops a market at once; another operator has to agree to a status that allows more than before. */
function StatusDialog({ market: { name: pair, status: before }, status, onClose }: StatusDialogProps) {
  const { t } = useTranslation('ops-markets');
  const isStop = statuses.indexOf(status) > statuses.indexOf(before);
  return (
    <DecisionDialog
      title={t(`toTitle.${status}`, { pair })}
      confirmLabel={t(`to.${status}`)}
      tone={isStop ? 'danger' : 'primary'}
      {...(isStop ? { reasons: t('reasons', { returnObjects: true }) as string[] } : {})}
      takesTwo={isStop ? undefined : 'always'}
      submit={(reason) => call('POST /v2/ops/markets/:pair/status', { params: { pair }, body: { status, reason } })}
      doneText={t(`done.${status}`, { pair })}
      onDecided={(answer) => {
        if (answer.status !== 'requested' && answer.warning !== null) notify.warning(answer.warning);
      }}
      onClose={onClose}
    >
      <p>{t(`toBody.${status}`)}</p>
    </DecisionDialog>
  );
}
