import { Button, NativeSelect } from '@mantine/core';
import { type CreatedCode, codeToConfirm } from '@pelican/shared/contracts/codes';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketsQuery } from '../../api/markets.ts';
import { securityQuery } from '../../api/security.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { problemWith } from '../../identity/validate.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../ui/decimal-compare.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { MaxButton } from '../../ui/max-button.tsx';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Section } from '../../ui/settings-section.tsx';
import styles from './codes.module.css';
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';

const decimalsMax = 8;

/** Of which asset and how much; the second factor is asked for in a dialog. */
export function CreateCode({ onCreated }: { onCreated: (code: CreatedCode) => void }) {
  const { t } = useTranslation('codes');
  const { data: balances } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const { data: security } = useQuery(securityQuery);
  const isLocked = useWithdrawalLock() !== undefined;
  const isUnverified = useIsUnverified('withdraw');
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // What can be sent comes first.
  const tickers = [...(balances?.list ?? [])]
    .sort((a, b) => Number(isZeroDecimal(a.main_available)) - Number(isZeroDecimal(b.main_available)))
    .map((balance) => balance.ticker);
  const ticker = chosen || tickers[0] || '';
  const balance = balances?.byTicker.get(ticker);
  const available = balance?.main_available ?? '0';
  const wanted = wireDecimal(amount);
  const refused = problemWith(codeToConfirm, { ticker, amount: wanted });
  const isTooMuch = balance !== undefined && compareDecimals(wanted, available) > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (refused !== undefined || isTooMuch) field.current?.focus();
    else if (!security?.twoFactorEnabled) notify.warning(t('identity:need.twoFactor'));
    else setIsConfirming(true);
  };
  const problem = isTooMuch
    ? t('create.tooMuch')
    : refused !== undefined && isChecked
      ? t('create.missing')
      : undefined;
  return (
    <Section title={t('create.title')} about={t('create.about')}>
      <Needs activity="code" />
      <form className={styles.form} noValidate onSubmit={submit}>
        <NativeSelect
          label={t('create.asset')}
          size="md"
          data={tickers}
          value={ticker}
          disabled={tickers.length === 0}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <DecimalInput
          ref={field}
          label={t('create.amount')}
          size="md"
          decimals={markets?.currencies[ticker]?.precision ?? decimalsMax}
          value={amount}
          onChange={setAmount}
          error={problem}
          rightSectionWidth={64}
          rightSection={
            <MaxButton onClick={() => setAmount(available)}>
              {t('create.max')}
            </MaxButton>
          }
        />
        <p className={styles.available}>
          <span>{t('create.available')}</span>
          <Amount value={balances ? available : null} ticker={ticker} withTicker />
        </p>
        <Button type="submit" size="md" disabled={!security || !balances || isUnverified || isLocked}>
          {t('create.submit')}
        </Button>
      </form>
      {isConfirming && security && (
        <ConfirmCodeDialog
          request={{ ticker, amount: wanted }}
          factors={security.factors}
          onCreated={(code) => {
            setIsConfirming(false);
            setIsChecked(false);
            setAmount('');
            onCreated(code);
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Section>
  );
}
