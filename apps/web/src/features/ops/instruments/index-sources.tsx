import { Button } from '@mantine/core';
import type { IndexSourceRow, OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { indexRules } from '@pelican/shared/perpetual';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from '../parts/detail.module.css';
import { AddSourceDialog } from './add-source-dialog.tsx';
import own from './index-sources.module.css';

const maxAgeSeconds = indexRules.maxAgeMs / 1000;
type Switch = 'enable' | 'disable' | 'remove';

/** Where an instrument's index comes from, each source with its newest price and that price's age. */
export function IndexSources({ instrument }: { instrument: OperatorInstrument }) {
  const { t } = useTranslation('ops-instruments');
  const { sources } = instrument;
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={styles.part} aria-label={t('sources.title')}>
      <h3>{t('sources.title')}</h3>
      <p className="hint">{sources.length === 0 ? t('sources.none') : t('sources.use', { seconds: maxAgeSeconds })}</p>
      <ul className={own.sources}>
        {sources.map((source) => (
          <Source key={source.id} pair={instrument.name} source={source} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('sources.add')}
        </Button>
      </div>
      {isAdding && <AddSourceDialog pair={instrument.name} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Whole seconds; a clock of the source may be ahead of ours. */
const ageOf = (at: number) => Math.max(0, Math.round(serverNow() / 1000 - at));

function stateOf({ enabled, at }: IndexSourceRow): { text: 'on' | 'off' | 'old' | 'silent'; tone: ChipTone } {
  if (!enabled) return { text: 'off', tone: 'queued' };
  if (at === null) return { text: 'silent', tone: 'failed' };
  return ageOf(at) > maxAgeSeconds ? { text: 'old', tone: 'failed' } : { text: 'on', tone: 'done' };
}

function Source({ pair, source }: { pair: string; source: IndexSourceRow }) {
  const { t } = useTranslation('ops-instruments');
  const [switched, setSwitched] = useState<Switch>();
  const { id, kind, weight, enabled, config, price, at } = source;
  const { text, tone } = stateOf(source);
  const ways: readonly Switch[] = [enabled ? 'disable' : 'enable', 'remove'];
  return (
    <li>
      <div>
        <strong className="mono">{id}</strong> <StatusChip tone={tone} label={t(`sources.${text}`)} />
        <span className={own.words}>
          {t(`kind.${kind}`)}, {t('sources.weight', { weight })}
          {price !== null && at !== null && (
            <>
              {', '}
              <span className="tabular">{t('sources.price', { price, age: ageOf(at) })}</span>
            </>
          )}
        </span>
        <span className={`mono ${own.words}`}>
          {Object.entries(config)
            .map(([name, value]) => `${name}=${value}`)
            .join(' ')}
        </span>
      </div>
      <div className={own.buttons}>
        {ways.map((way) => (
          <Button
            key={way}
            size="xs"
            variant={way === 'enable' ? 'default' : 'danger'}
            onClick={() => setSwitched(way)}
            aria-label={t(`sources.${way}Of`, { source: id })}
          >
            {t(`sources.${way}`)}
          </Button>
        ))}
      </div>
      {switched && (
        <DecisionDialog
          title={t(`sources.title_${switched}`, { source: id, pair })}
          confirmLabel={t(`sources.${switched}`)}
          tone={switched === 'enable' ? 'primary' : 'danger'}
          takesTwo="always"
          submit={(reason) =>
            call('POST /v2/ops/instruments/:pair/sources/:source', {
              params: { pair, source: id },
              body: { change: { action: switched }, reason },
            })
          }
          doneText={t(`sources.done_${switched}`, { source: id })}
          onClose={() => setSwitched(undefined)}
        >
          <p>{t('sources.body')}</p>
        </DecisionDialog>
      )}
    </li>
  );
}
