import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { inrBankStatus } from '@pelican/shared/contracts/inr';
import { fiatDecimals, type PaymentMethod } from '@pelican/shared/contracts/payments';
import { type RequestedWithdrawal, withdrawalForm } from '@pelican/shared/contracts/withdrawals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inrBanksQuery, inrKey } from '../../api/inr.ts';
import { feesKey, withdrawalFeeQuery } from '../../api/payments.ts';
import { securityQuery } from '../../api/security.ts';
import { balancesKey, balancesQuery } from '../../api/wallet.ts';
import { withdrawalsKey } from '../../api/withdrawals.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { validateWith } from '../../identity/validate.ts';
import { WayNote } from '../../payments/way-note.tsx';
import { paths } from '../../platform/paths.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals } from '../../ui/decimal-compare.ts';
import { formatUpTo } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Receipt } from './receipt.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useRequest } from './use-request.ts';
import { AmountField } from './withdraw-fields.tsx';
import { amountFault } from './withdrawal-rules.ts';
import styles from './withdrawals.module.css';

const rupees = (amount: string) => `₹${formatUpTo(amount, fiatDecimals, 'indian')}`;

interface BankFormProps {
  ticker: string;
  method: PaymentMethod;
  onRequested: (withdrawal: RequestedWithdrawal) => void;
}

/** Money to one of the person's own bank accounts; without an active one there is the way to them. */
export function BankWithdrawForm(props: BankFormProps) {
  const { t } = useTranslation('withdrawals');
  const { data, error, refetch } = useQuery(inrBanksQuery());
  if (error && !data) return <ErrorState title={t('bank.notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} />;
  const banks = data.banks.result
    .filter(({ status }) => status === inrBankStatus.active)
    .map(({ id, bank_name: bank, account_number: number }) => ({ id, name: `${bank} ${number}` }));
  const [first, ...others] = banks;
  if (!first) return <EmptyState text={t('bank.none')} action={<Link to={paths.inrBanks}>{t('bank.toBanks')}</Link>} />;
  return <Loaded {...props} banks={[first, ...others]} />;
}

interface Bank {
  id: number;
  name: string;
}

function Loaded({ ticker, method, banks, onRequested }: BankFormProps & { banks: readonly [Bank, ...Bank[]] }) {
  const { t } = useTranslation('withdrawals');
  const client = useQueryClient();
  const { data: balances } = useQuery(balancesQuery);
  const { data: security } = useQuery(securityQuery);
  const isLocked = useWithdrawalLock() !== undefined;
  const [chosen, setChosen] = useState(banks[0].id);
  const [typed, setTyped] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [isProving, setIsProving] = useState(false);
  // The link stands in brackets in the message.
  const [beforeTerms, terms, afterTerms] = t('bank.terms').split(/[[\]]/);
  const bank = banks.find(({ id }) => id === chosen) ?? banks[0];
  const available = balances?.byTicker.get(ticker)?.main_available;
  const { minAmount, maxAmount, enabled } = method;
  const wanted = { ticker, paymentKey: method.key, amount: wireDecimal(typed), bank_id: bank.id, terms: isAccepted };
  const refused = validateWith(withdrawalForm)(wanted);
  const faults = {
    amount: amountFault(wanted.amount, method, available, t, rupees) ?? refused.amount,
    terms: isAccepted ? refused.terms : t('bank.acceptTerms'),
  };
  const done = (withdrawal: RequestedWithdrawal) => {
    setIsProving(false);
    onRequested(withdrawal);
  };
  const request = useRequest(wanted, done, {
    seenFee: () => client.getQueryData(withdrawalFeeQuery(wanted).queryKey)?.fee,
    refresh: () =>
      Promise.all(
        [balancesKey, withdrawalsKey, feesKey, inrKey].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const first = faults.amount ? 'amount' : faults.terms && 'terms';
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else if (security?.twoFactorEnabled) setIsProving(true);
    else void request.send();
  };
  const errorOf = (field: keyof typeof faults) => request.fields[field] ?? (isChecked ? faults[field] : undefined);
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={isProving ? { messages: [], untilMs: null } : request.problem} />
        <WayNote ticker={ticker} method={method} way="withdrawal" />
        <NativeSelect
          label={t('bank.label')}
          description={t('bank.hint')}
          size="md"
          value={String(bank.id)}
          data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={request.fields.bank_id}
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value));
            request.clear();
          }}
        />
        <AmountField
          ticker={ticker}
          decimals={fiatDecimals}
          shownDecimals={fiatDecimals}
          limits={t('bank.limits', { min: rupees(minAmount), max: rupees(maxAmount) })}
          available={available}
          most={mostOf(available, maxAmount)}
          value={typed}
          error={errorOf('amount')}
          onChange={(amount) => {
            setTyped(amount);
            request.clear();
          }}
        />
        <Receipt ticker={ticker} method={method} amount={wanted.amount} />
        <Checkbox
          name="terms"
          checked={isAccepted}
          onChange={(event) => setIsAccepted(event.currentTarget.checked)}
          error={errorOf('terms')}
          label={
            <span>
              {beforeTerms}
              <Link to={paths.terms} target="_blank">
                {terms}
              </Link>
              {afterTerms}
            </span>
          }
        />
        <Button
          type="submit"
          size="md"
          loading={request.isSending}
          disabled={!security || !balances || !enabled || isLocked}
        >
          {t('submit')}
        </Button>
      </form>
      {isProving && security && (
        <RequestDialog
          wanted={{ ...wanted, address: bank.name }}
          isToAccount
          factors={security.factors}
          request={request}
          onClose={() => setIsProving(false)}
        />
      )}
    </>
  );
}

/** All that there is in whole paise, or the most of one withdrawal. */
function mostOf(available: string | undefined, max: string): string {
  if (available === undefined) return '';
  const cut = available.replace(/(\.\d{2})\d+$/, '$1');
  return max !== '0' && compareDecimals(cut, max) > 0 ? max : cut;
}
