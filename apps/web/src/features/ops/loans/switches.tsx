import { Button } from '@mantine/core';
import type { LoanSettings } from '@pelican/shared/contracts/loans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useFlagRead } from '../system/use-flag-read.ts';
import styles from './loans.module.css';
import './messages.ts';

type Flag = LoanSettings['switches'];
type What = keyof Flag['value'];

/** Whether money is borrowed and offered; off at once, on by two. */
export function Switches({ flag }: { flag: Flag }) {
  const { t } = useTranslation('ops-loans');
  const [changing, setChanging] = useState<What>();
  return (
    <section aria-labelledby="switches">
      <h2 id="switches">{t('switches.title')}</h2>
      <p className="hint">{t('switches.about')}</p>
      {(['take', 'create'] as const).map((what) => {
        const isOn = flag.value[what];
        const name = t(`switches.${what}`);
        const verb = t(isOn ? 'switches.stop' : 'switches.start');
        return (
          <div key={what} className={styles.switch}>
            <strong>{name}</strong>
            <StatusChip tone={isOn ? 'done' : 'attention'} label={t(isOn ? 'switches.on' : 'switches.off')} />
            <Button
              variant={isOn ? 'danger' : 'default'}
              aria-label={`${verb}: ${name}`}
              onClick={() => setChanging(what)}
            >
              {verb}
            </Button>
          </div>
        );
      })}
      {changing && <SwitchDialog flag={flag} what={changing} onClose={() => setChanging(undefined)} />}
    </section>
  );
}

function SwitchDialog({ flag, what, onClose }: { flag: Flag; what: What; onClose: () => void }) {
  const { t } = useTranslation('ops-loans');
  const { read, meanwhileOf } = useFlagRead(flag);
  const isOn = read.value[what];
  const name = t(`switches.${what}`);
  const stateOf = (value: boolean) => t(value ? 'switches.on' : 'switches.off');
  return (
    <DecisionDialog
      title={t(isOn ? 'switches.stopTitle' : 'switches.startTitle', { name })}
      confirmLabel={t(isOn ? 'switches.stop' : 'switches.start')}
      tone={isOn ? 'danger' : 'primary'}
      {...(isOn ? { reasons: t('switches.reasons', { returnObjects: true }) as string[] } : {})}
      takesTwo={isOn ? undefined : 'always'}
      submit={(reason) => {
        const body = { value: { ...read.value, [what]: !isOn }, version: read.version, reason };
        return call('POST /v2/ops/p2p/switches', { body });
      }}
      doneText={t(isOn ? 'switches.stopped' : 'switches.started', { name })}
      meanwhile={meanwhileOf(
        ({ value }) => [
          [t('switches.take'), stateOf(value.take)],
          [t('switches.create'), stateOf(value.create)],
        ],
        () => {},
      )}
      onClose={onClose}
    >
      <p>{t(isOn ? 'switches.stopBody' : 'switches.startBody')}</p>
    </DecisionDialog>
  );
}
