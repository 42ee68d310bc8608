import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import { Checkbox, RadioCard, RadioGroup, RadioIndicator, TextInput } from '@mantine/core';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { memoLengthMax } from '@pelican/shared/contracts/withdrawals';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { MaxButton } from '../../ui/max-button.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './withdrawals.module.css';

interface NetworkFieldProps {
  ticker: string;
  methods: readonly PaymentMethod[];
  value: string;
  error: ReactNode;
  onChange: (key: string) => void;
}

/** By which network the coins leave. */
export function NetworkField({ ticker, methods, value, error, onChange }: NetworkFieldProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <RadioGroup
      label={t('network.label')}
      description={t('network.hint')}
      value={value}
      error={error}
      onChange={onChange}
    >
      <div className={styles.networks}>
        {methods.map(({ key, name, enabled }) => (
          <RadioCard key={key} value={key} disabled={!enabled} name="network" className={styles.network ?? ''}>
            <RadioIndicator disabled={!enabled} />
            <span>
              <strong>{name}</strong>
              <span className="hint">{enabled ? key : t('network.disabled', { value: ticker })}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </RadioGroup>
  );
}

interface MemoFieldProps {
  memo: string;
  withoutMemo: boolean;
  error: ReactNode;
  onChange: (changed: { memo: string } | { withoutMemo: boolean }) => void;
}

/** The memo that distinguishes receivers of one address, or that the receiver needs none. */
export function MemoField({ memo, withoutMemo, error, onChange }: MemoFieldProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <>
      <TextInput
        name="memo"
        label={t('memo.label')}
        description={t('memo.hint')}
        size="md"
        className={styles.mono ?? ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={memoLengthMax}
        disabled={withoutMemo}
        value={withoutMemo ? '' : memo}
        error={error}
        onChange={(event) => onChange({ memo: event.currentTarget.value })}
      />
      <Checkbox
        label={t('memo.without')}
        checked={withoutMemo}
        onChange={(event) => onChange({ withoutMemo: event.currentTarget.checked })}
      />
    </>
  );
}

interface AmountFieldProps {
  ticker: string;
  decimals: number;
  /** Of the amount that is available, where it is shown with others than it has. */
  shownDecimals?: number;
  limits: ReactNode;
  available: string | undefined;
  /** What "Max" fills in. */
  most: string;
  value: string;
  error: ReactNode;
  onChange: (amount: string) => void;
}

/** How much, with what there is. */
export function AmountField(props: AmountFieldProps) {
  const { ticker, decimals, shownDecimals, limits, available, most, value, error, onChange } = props;
  const { t } = useTranslation('withdrawals');
  return (
    <>
      <DecimalInput
        name="amount"
        label={t('amount.label')}
        description={limits}
        size="md"
        decimals={decimals}
        value={value}
        onChange={onChange}
        error={error}
        rightSectionWidth={64}
        rightSection={
          <MaxButton onClick={() => onChange(most)}>
            {t('amount.max')}
          </MaxButton>
        }
      />
      <p className={styles.line}>
        <span>{t('amount.available')}</span>
        <Amount
          value={available ?? null}
          ticker={ticker}
          withTicker
          {...(shownDecimals === undefined ? {} : { decimals: shownDecimals })}
        />
      </p>
    </>
  );
}
