import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { accountMessages } from '../account/messages.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { moneyDisplay } from '../perpetual-market.ts';
import styles from './dialogs.module.css';
import { isSet, type LegDraft, type LegName, type Source } from './legs.ts';

const sources: readonly Source[] = ['last', 'mark', 'index'];

interface LegFieldsProps {
  name: LegName;
  leg: LegDraft;
  onChange: (leg: LegDraft) => void;
  priceDecimals: number;
  ticker: string;
  /** Profit of the leg after fees; null unknown, absent: not shown. */
  estimate?: string | null;
  error?: string | undefined;
}

/** One leg: where it fires, by which price, and what it then sends. */
export function LegFields({ name, leg, onChange, priceDecimals, ticker, estimate, error }: LegFieldsProps) {
  const { t } = useTranslation(accountMessages);
  return (
    <fieldset className={styles.leg}>
      <legend>{t(`tpsl.${name}`)}</legend>
      <div className={styles.pairOfFields}>
        <DecimalInput
          label={t('tpsl.trigger')}
          aria-label={`${t(`tpsl.${name}`)}: ${t('tpsl.trigger')}`}
          decimals={priceDecimals}
          value={leg.trigger}
          onChange={(trigger) => onChange({ ...leg, trigger })}
          error={error}
        />
        <NativeSelect
          label={t('tpsl.by')}
          aria-label={`${t(`tpsl.${name}`)}: ${t('tpsl.by')}`}
          data={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
          value={leg.source}
          onChange={(event) => onChange({ ...leg, source: event.currentTarget.value as Source })}
        />
      </div>
      <DecimalInput
        label={t('tpsl.price')}
        aria-label={`${t(`tpsl.${name}`)}: ${t('tpsl.price')}`}
        placeholder={t('tpsl.market')}
        decimals={priceDecimals}
        value={leg.price}
        onChange={(price) => onChange({ ...leg, price })}
      />
      {estimate !== undefined && (
        <p className={styles.line}>
          <span>{t('tpsl.estimate')}</span>
          <SignedMoney value={isSet(leg) ? estimate : null} ticker={ticker} decimals={moneyDisplay} colored />
        </p>
      )}
    </fieldset>
  );
}
