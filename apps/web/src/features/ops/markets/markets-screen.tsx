import { Button } from '@mantine/core';
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { operatorMarketsQuery } from '../../../api/markets-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen } from '../parts/list-screen.tsx';
import { ListingStatus } from '../parts/listing-status.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { ChangeMarketDialog } from './change-market-dialog.tsx';
import { ListingWizard } from './listing-wizard.tsx';
import { marketDecimals, marketRates } from './market-fields.ts';
import './messages.ts';
import { CancelOpeningDialog, ScheduleOpeningDialog } from './opening-dialogs.tsx';

type Status = OperatorMarket['status'];

const tones: Record<Status, ChipTone> = { open: 'done', cancelOnly: 'attention', closed: 'failed' };
const newId = 'new';
const statuses = ['open', 'cancelOnly', 'closed'] as const;

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
      filters={
        <Button component={Link} to={`${paths.operators}/markets/${newId}`} variant="default">
          {t('wizard.new')}
        </Button>
      }
      detail={(id) => (id === newId ? <NewMarket /> : <Detail key={id} id={Number(id)} />)}
    />
  );
}

function NewMarket() {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(operatorMarketsQuery)} title={t('list.detailNotLoaded')}>
      {({ result, assets }) => <ListingWizard markets={result} assets={assets} />}
    </DetailState>
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
  const [dialog, setDialog] = useState<'change' | 'schedule' | 'cancel'>();
  const close = () => setDialog(undefined);
  const { name, status, opensAt, openingProblem } = market;
  return (
    <article aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <StatusChip tone={tones[status]} label={t(`status.${status}`)} />
      </div>
      <div className={styles.actions}>
        <ListingStatus
          status={status}
          statuses={statuses}
          textsOf={(to) => ({
            to: t(`to.${to}`),
            title: t(`toTitle.${to}`, { pair: name }),
            body: t(`toBody.${to}`),
            done: t(`done.${to}`, { pair: name }),
          })}
          reasons={t('reasons', { returnObjects: true }) as string[]}
          submit={(to, reason) =>
            call('POST /v2/ops/markets/:pair/status', { params: { pair: name }, body: { status: to, reason } })
          }
        />
        <Button variant="default" onClick={() => setDialog('change')}>
          {t('change')}
        </Button>
        {status !== 'open' && (
          <Button variant="default" onClick={() => setDialog('schedule')}>
            {t('opening.schedule')}
          </Button>
        )}
        {opensAt !== null && (
          <Button variant="default" onClick={() => setDialog('cancel')}>
            {t('opening.cancel')}
          </Button>
        )}
      </div>
      <Facts
        rows={[
          ...(opensAt === null
            ? []
            : [
                [
                  t('opening.at'),
                  <span key="at">
                    <WholeMoment seconds={opensAt} />
                    {openingProblem !== null && `: ${t(`opening.problem.${openingProblem}`)}`}
                  </span>,
                ] as const,
              ]),
          [t('field.orders'), market.openOrders],
          ...marketDecimals.map((field) => [t(`field.${field}`), market[field]] as const),
          ...marketRates.map(
            (field) => [t(`field.${field}`), t('percent', { value: market[field] / 10_000 })] as const,
          ),
          [t('field.tax'), t(`tax.${market.tax}`)],
          [t('field.selfTrade'), t(`selfTrade.${market.selfTrade}`)],
          [t('field.isNew'), t(`isNew.${market.isNew}`)],
        ]}
      />
      {dialog === 'change' && <ChangeMarketDialog market={market} onClose={close} />}
      {dialog === 'schedule' && <ScheduleOpeningDialog pair={name} opensAt={opensAt} onClose={close} />}
      {dialog === 'cancel' && <CancelOpeningDialog pair={name} onClose={close} />}
    </article>
  );
}
