import { Button } from '@mantine/core';
import { type LoanView, pledgeChange } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addPledge, releasePledge } from '../../../api/loans.ts';
import { marketsQuery } from '../../../api/markets.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { problemWith } from '../../../identity/validate.ts';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { MaxButton } from '../../../ui/max-button.tsx';
import { notify } from '../../../ui/notify.ts';
import { Amount } from '../../../ui/numbers.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';

interface PledgeDialogProps {
  way: 'topUp' | 'release';
  loan: LoanView;
  onClose: () => void;
}

const decimalsMax = 8;

/** Pledges more coins for a loan or request, or takes back what the loan does not need. */
export function PledgeDialog({ way, loan, onClose }: PledgeDialogProps) {
  const { t } = useTranslation('loans');
  const { id, crypto_ticker: ticker } = loan;
  const { data: balances } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { act, sending, problem, errors } = useLoanAct({
    scope: `${way} ${id}`,
    send: way === 'topUp' ? addPledge : releasePledge,
    fields: ['amount'],
  });
  const most = way === 'topUp' ? balances?.byTicker.get(ticker)?.main_available : (loan.release_max ?? undefined);
  const wanted = wireDecimal(amount);
  const fault = isZeroDecimal(wanted)
    ? t('form.required')
    : most !== undefined && compareDecimals(wanted, most) > 0
      ? t(`${way}.tooMuch`, { most, ticker })
      : problemWith(pledgeChange, { amount: wanted });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault) return;
    void act({ id, amount: wanted }, () => {
      notify.success(t(`${way}.done`, { amount: wanted, ticker }));
      onClose();
    });
  };
  return (
    <Dialog title={t(`${way}.title`, { id })} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={problem} />
        <p className="muted">{t(`${way}.text`)}</p>
        <Facts
          facts={[
            { label: t('facts.pledge'), value: <Amount value={loan.amount_crypto} ticker={ticker} withTicker /> },
            { label: t(`${way}.most`), value: <Amount value={most} ticker={ticker} withTicker /> },
            ...(way === 'topUp'
              ? [{ label: t('topUp.missing'), value: <Amount value={loan.top_up} ticker={ticker} withTicker /> }]
              : []),
          ]}
        />
        <DecimalInput
          name="amount"
          data-autofocus
          label={t('pledgeAmount', { ticker })}
          size="md"
          decimals={markets?.currencies[ticker]?.precision ?? decimalsMax}
          maxLength={50}
          value={amount}
          onChange={setAmount}
          error={isChecked ? (fault ?? errors.amount) : errors.amount}
          rightSectionWidth={64}
          rightSection={
            <MaxButton disabled={!most} onClick={() => most && setAmount(most)}>
              {t('max')}
            </MaxButton>
          }
        />
        {way === 'topUp' && <Link to={transferHash(ticker, 'main')}>{t('take.transfer')}</Link>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={sending}>
            {t(`${way}.submit`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
