import '@mantine/core/styles/Radio.css';
import { Button, Radio } from '@mantine/core';
import { type LoanView, repayment } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loanCurrenciesQuery, repayLoan } from '../../../api/loans.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { problemWith } from '../../../identity/validate.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notify.ts';
import { moneyText } from '../figures.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';

/** Repays a loan as a whole, which gives the pledge back, or a part of it. */
export function RepayDialog({ loan, onClose }: { loan: LoanView; onClose: () => void }) {
  const { t } = useTranslation('loans');
  const { id, fiat_ticker: ticker, crypto_ticker, repay_amount } = loan;
  const { data: balances } = useQuery(balancesQuery);
  const { data: currencies } = useQuery(loanCurrenciesQuery);
  const [isWhole, setIsWhole] = useState(true);
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { act, sending, problem, errors } = useLoanAct({
    scope: `repay ${id}`,
    send: repayLoan,
    fields: ['amount'],
  });
  const available = balances?.byTicker.get(ticker)?.main_available;
  const least = currencies?.fiat.find((money) => money.ticker === ticker)?.repay_min;
  const wanted = isWhole ? repay_amount : wireDecimal(amount);
  const fault = isZeroDecimal(wanted)
    ? t('form.required')
    : available !== undefined && compareDecimals(wanted, available) > 0
      ? t('repay.notEnough', { available: moneyText(available, ticker) })
      : problemWith(repayment, isWhole ? {} : { amount: wanted });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault) return;
    void act({ id, amount: isWhole ? null : wanted }, ({ state }) => {
      notify.success(
        state === 'repaid'
          ? t('repay.doneWhole', { ticker: crypto_ticker })
          : t('repay.donePart', { amount: moneyText(wanted, ticker) }),
      );
      onClose();
    });
  };
  return (
    <Dialog title={t('repay.title', { id })} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={problem} />
        <Facts
          facts={[
            { label: t('facts.owed'), value: <strong>{moneyText(repay_amount, ticker)}</strong> },
            { label: t('repay.available'), value: moneyText(available, ticker) },
          ]}
        />
        <Radio.Group
          label={t('repay.what')}
          value={isWhole ? 'whole' : 'part'}
          onChange={(next) => setIsWhole(next === 'whole')}
        >
          <div className={styles.checks}>
            <Radio value="whole" label={t('repay.whole')} />
            <Radio value="part" label={t('repay.part')} />
          </div>
        </Radio.Group>
        {isWhole ? (
          <p className="muted">{t('repay.wholeText', { pledge: `${loan.amount_crypto} ${crypto_ticker}` })}</p>
        ) : (
          <DecimalInput
            name="amount"
            label={t('repay.amount', { ticker })}
            description={least === undefined ? undefined : t('repay.least', { least: moneyText(least, ticker) })}
            size="md"
            decimals={2}
            maxLength={50}
            value={amount}
            onChange={setAmount}
            error={isChecked ? (fault ?? errors.amount) : errors.amount}
          />
        )}
        {isWhole && isChecked && fault && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        <p className="hint">{t('repay.note')}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={sending}>
            {isWhole ? t('repay.submitWhole') : t('repay.submitPart')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
