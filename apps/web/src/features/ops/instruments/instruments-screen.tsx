import { Button } from '@mantine/core';
import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { tiersText } from '@pelican/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { operatorInstrumentsQuery } from '../../../api/markets-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { notify } from '../../../ui/notify.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState, ListScreen } from '../parts/list-screen.tsx';
import { ChangeInstrumentDialog } from './change-instrument-dialog.tsx';
import { IndexSources } from './index-sources.tsx';
import { changeableFigures, fixedFigures } from './instrument-fields.ts';
import './messages.ts';

type Status = OperatorInstrument['status'];

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
  const [wanted, setWanted] = useState<Status>();
  const [isChanging, setChanging] = useState(false);
  const { name, status, state } = instrument;
  return (
    <article aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
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
      <section className={styles.part} aria-label={t('values')}>
        <h3>{t('values')}</h3>
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
      {wanted && <StatusDialog instrument={instrument} status={wanted} onClose={() => setWanted(undefined)} />}
    </article>
  );
}

interface StatusDialogProps {
  instrument: OperatorInstrument;
  status: Status;
  onClose: () => void;
}

/** Stops an instrument at once; another operator has to agree to a status that allows more than before. */
function StatusDialog({ instrument: { name: pair, status: before, index }, status, onClose }: StatusDialogProps) {
  const { t } = useTranslation('ops-instruments');
  const isStop = statuses.indexOf(status) > statuses.indexOf(before);
  return (
    <DecisionDialog
      title={t(`toTitle.${status}`, { pair })}
      confirmLabel={t(`to.${status}`)}
      tone={isStop ? 'danger' : 'primary'}
      {...(isStop ? { reasons: t('reasons', { returnObjects: true }) as string[] } : {})}
      takesTwo={isStop ? undefined : 'always'}
      submit={(reason) => call('POST /v2/ops/instruments/:pair/status', { params: { pair }, body: { status, reason } })}
      doneText={t(`done.${status}`, { pair })}
      onDecided={(answer) => {
        if (answer.status !== 'requested' && answer.warning !== null) notify.warning(answer.warning);
      }}
      onClose={onClose}
    >
      <p>{t(`toBody.${status}`, { index })}</p>
    </DecisionDialog>
  );
}
