import { Button } from '@mantine/core';
import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { tiersText } from '@pelican/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { operatorInstrumentsQuery } from '../../../api/markets-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen } from '../parts/list-screen.tsx';
import { ListingStatus } from '../parts/listing-status.tsx';
import { ChangeInstrumentDialog } from './change-instrument-dialog.tsx';
import { IndexSources } from './index-sources.tsx';
import { changeableFigures, fixedFigures } from './instrument-fields.ts';
import './messages.ts';

const tones: Record<OperatorInstrument['state'], ChipTone> = {
  open: 'done',
  closeOnly: 'attention',
  stale: 'attention',
  halted: 'failed',
  none: 'attention',
};
const statuses = ['open', 'closeOnly', 'halted'] as const;
const facts = ['index', 'mark', 'fundingRate', 'openInterest', 'openOrders', 'positions'] as const;

/** Perpetual instruments: their states, prices, values and sources of the index, and stopping them. */
export function Component() {
  const { t } = useTranslation('ops-instruments');
  usePageTitle(t('title'));
  const query = useQuery(operatorInstrumentsQuery);
  return (
    <ListScreen
      path="instruments"
      title={t('title')}
      query={query}
      empty={t('empty')}
      row={({ name, state, mark }) => ({ name, about: t('about', { state: t(`state.${state}`), mark }) })}
      detail={(id) => <Detail key={id} id={Number(id)} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  const { data, error, refetch } = useQuery(operatorInstrumentsQuery);
  const instrument = data?.result.find((one) => one.id === id);
  if (data && !instrument) return <EmptyState text={t('list.nothing')} />;
  return (
    <DetailState query={{ data: instrument, error, refetch }} title={t('list.detailNotLoaded')}>
      {(found) => <Loaded instrument={found} />}
    </DetailState>
  );
}

function Loaded({ instrument }: { instrument: OperatorInstrument }) {
  const { t } = useTranslation('ops-instruments');
  const [isChanging, setChanging] = useState(false);
  const { name, status, state } = instrument;
  return (
    <article aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
      </div>
      <div className={styles.actions}>
        <ListingStatus
          status={status}
          statuses={statuses}
          textsOf={(to) => ({
            to: t(`to.${to}`),
            title: t(`toTitle.${to}`, { pair: name }),
            body: t(`toBody.${to}`, { index: instrument.index }),
            done: t(`done.${to}`, { pair: name }),
          })}
          reasons={t('reasons', { returnObjects: true }) as string[]}
          submit={(to, reason) =>
            call('POST /v2/ops/instruments/:pair/status', { params: { pair: name }, body: { status: to, reason } })
          }
        />
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </div>
      <Facts
        rows={[
          [t('fact.status'), t(`status.${status}`)],
          ...facts.map((field) => [t(`fact.${field}`), instrument[field]] as const),
        ]}
      />
      <IndexSources instrument={instrument} />
      <section className={styles.part} aria-label={t('figures')}>
        <h3>{t('figures')}</h3>
        <Facts
          rows={[
            ...[...fixedFigures, ...changeableFigures].map(
              (field) => [t(`field.${field}`), instrument[field]] as const,
            ),
            [
              t('field.tiers'),
              <span key="tiers" className="mono">
                {tiersText(instrument.tiers).replaceAll(',', ', ')}
              </span>,
            ],
          ]}
        />
      </section>
      {isChanging && <ChangeInstrumentDialog instrument={instrument} onClose={() => setChanging(false)} />}
    </article>
  );
}
