/** The sums of a period, each section with the rules that applied. */
import { Button } from '@mantine/core';
import { percentText, type TaxRuleView, type TaxSummary } from '@pelican/shared/contracts/tax';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/numbers.tsx';
import { Section, SettingRow } from '../../ui/settings-section.tsx';
import { Files } from './exports.tsx';
import type { PeriodState } from './use-period.ts';

interface SumProps {
  label: string;
  value: string;
}

function Sum({ label, value }: SumProps) {
  return (
    <SettingRow label={label}>
      <Amount value={value} decimals={2} ticker="INR" withTicker />
    </SettingRow>
  );
}

function Rules({ rules, keys }: { rules: readonly TaxRuleView[]; keys: readonly string[] }) {
  const { t } = useTranslation('tax');
  return (
    <>
      {rules
        .filter(({ key }) => keys.includes(key))
        .map(({ key, section, value, validFrom: since }) => (
          <p key={key} className="hint">
            {value === ''
              ? t('summary.ruleOnly', { section, since })
              : t('summary.rule', { section, percent: percentText(value), since })}
          </p>
        ))}
    </>
  );
}

export function Summary({ data, state }: { data: TaxSummary; state: PeriodState }) {
  const { t } = useTranslation('tax');
  const { gains, futures, fees, rules } = data;
  return (
    <>
      <Section
        title={t('summary.gains')}
        about={t('summary.gainsAbout')}
        action={
          gains.unknown > 0 ? (
            <Button variant="default" onClick={() => state.change({ tab: 'lots', unknown: 'true' })}>
              {t('summary.enter')}
            </Button>
          ) : undefined
        }
      >
        {gains.unknown > 0 && <p role="note">{t('summary.unknown', { count: gains.unknown })}</p>}
        <SettingRow label={t('summary.transfers')}>
          <span className="tabular">{gains.transfers}</span>
        </SettingRow>
        <Sum label={t('summary.proceeds')} value={gains.proceeds} />
        <Sum label={t('summary.cost')} value={gains.cost} />
        <Sum label={t('summary.gain')} value={gains.gain} />
        <Sum label={t('summary.loss')} value={gains.loss} />
        {data.isIndian && <Sum label={t('summary.tax')} value={gains.tax} />}
        {data.isIndian && <Sum label={t('summary.cess')} value={gains.cess} />}
        {data.isIndian && <Rules rules={rules} keys={['vda_gain', 'cess']} />}
      </Section>
      <Section title={t('summary.tds')} about={t('summary.tdsAbout')}>
        <Sum label={t('summary.tdsAmount')} value={data.tds} />
        <Rules rules={rules} keys={['vda_tds', 'reward_tds']} />
      </Section>
      <Section title={t('summary.income')} about={t('summary.incomeAbout')}>
        <Sum label={t('summary.incomeAmount')} value={data.income} />
        {data.isIndian && <Rules rules={rules} keys={['income']} />}
      </Section>
      <Section title={t('summary.futures')} about={t('summary.futuresAbout')}>
        <Sum label={t('summary.pnl')} value={futures.realisedPnl} />
        <Sum label={t('summary.funding')} value={futures.funding} />
        <Sum label={t('summary.futuresFees')} value={futures.fees} />
        <Sum label={t('summary.other')} value={futures.other} />
        <Sum label={t('summary.net')} value={futures.net} />
        {data.isIndian && <Rules rules={rules} keys={['futures']} />}
      </Section>
      <Section title={t('summary.fees')} about={t('summary.feesAbout')}>
        <Sum label={t('summary.fee')} value={fees.fee} />
        <Sum label={t('summary.gst')} value={fees.gst} />
        <Rules rules={rules} keys={['gst']} />
      </Section>
      <Files period={state.period} />
    </>
  );
}
