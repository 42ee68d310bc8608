import { Button, TextInput } from '@mantine/core';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { type RequestedWithdrawal, withdrawalForm } from '@pelican/shared/contracts/withdrawals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketsQuery } from '../../api/markets.ts';
import { feesKey, withdrawalFeeQuery } from '../../api/payments.ts';
import { securityQuery } from '../../api/security.ts';
import { balancesKey, balancesQuery } from '../../api/wallet.ts';
import { withdrawalsKey } from '../../api/withdrawals.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { validateWith } from '../../identity/validate.ts';
import { WayNote } from '../../payments/way-note.tsx';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { SavedAddressSelect, SaveTypedAddress } from './addresses/address-choice.tsx';
import { Receipt } from './receipt.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useRequest } from './use-request.ts';
import { AmountField, MemoField, NetworkField } from './withdraw-fields.tsx';
import { faultsOf } from './withdrawal-rules.ts';
import styles from './withdrawals.module.css';

const decimalsMax = 8;
const emptyDraft = { address: '', memo: '', withoutMemo: false, amount: '' };

interface WithdrawFormProps {
  ticker: string;
  methods: readonly PaymentMethod[];
  onRequested: (withdrawal: RequestedWithdrawal) => void;
}

/** The network comes first: an address counts on one network alone. */
export function WithdrawForm({ ticker, methods, onRequested }: WithdrawFormProps) {
  const { t } = useTranslation('withdrawals');
  const client = useQueryClient();
  const { data: balances } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const { data: security } = useQuery(securityQuery);
  const isLocked = useWithdrawalLock() !== undefined;
  const [only, ...others] = methods;
  const [chosen, setChosen] = useState(only?.enabled && others.length === 0 ? only.key : '');
  const [draft, setDraft] = useState(emptyDraft);
  const [isChecked, setIsChecked] = useState(false);
  const [isProving, setIsProving] = useState(false);
  const method = methods.find(({ key }) => key === chosen);
  const hasMemo = method?.network?.is_memo === true;
  const destination = { ticker, paymentKey: chosen, ...draft, ...(hasMemo ? {} : { memo: '' }) };
  const available = balances?.byTicker.get(ticker)?.main_available;
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    request.clear();
  };
  const done = (withdrawal: RequestedWithdrawal) => {
    setIsProving(false);
    onRequested(withdrawal);
  };
  const wanted = {
    ticker,
    paymentKey: chosen,
    amount: wireDecimal(draft.amount),
    address: draft.address.trim(),
    ...(hasMemo ? memoOf(draft) : {}),
  };
  const faults = faultsOf(draft, { method, available, refused: validateWith(withdrawalForm)(wanted) }, t);
  const request = useRequest(wanted, done, {
    seenFee: () => client.getQueryData(withdrawalFeeQuery(wanted).queryKey)?.fee,
    refresh: () =>
      Promise.all(
        [balancesKey, withdrawalsKey, feesKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const [first] = Object.keys(faults);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else if (security?.twoFactorEnabled) setIsProving(true);
    else void request.send();
  };
  const errorOf = (field: keyof typeof faults) => request.fields[field] ?? (isChecked ? faults[field] : undefined);
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={isProving ? noProblem : request.problem} />
        <NetworkField
          ticker={ticker}
          methods={methods}
          value={chosen}
          error={isChecked && faults.network}
          onChange={(key) => {
            setChosen(key);
            change({});
          }}
        />
        {method && <WayNote ticker={ticker} method={method} way="withdrawal" />}
        <SavedAddressSelect typed={destination} hasMemo={hasMemo} onChoose={change} />
        <TextInput
          name="address"
          label={t('address.label')}
          description={t('address.hint')}
          size="md"
          className={styles.mono ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={draft.address}
          error={errorOf('address')}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
        {hasMemo && (
          <MemoField memo={draft.memo} withoutMemo={draft.withoutMemo} error={errorOf('memo')} onChange={change} />
        )}
        <SaveTypedAddress typed={destination} />
        <AmountField
          ticker={ticker}
          decimals={markets?.currencies[ticker]?.precision ?? decimalsMax}
          limits={method && limitsText(method, ticker, t)}
          available={available}
          most={available ?? ''}
          value={draft.amount}
          error={errorOf('amount')}
          onChange={(amount) => change({ amount })}
        />
        <Receipt ticker={ticker} method={method} amount={wanted.amount} />
        <Button type="submit" size="md" loading={request.isSending} disabled={!security || !balances || isLocked}>
          {t('submit')}
        </Button>
      </form>
      {isProving && security && (
        <RequestDialog
          wanted={wanted}
          factors={security.factors}
          request={request}
          onClose={() => setIsProving(false)}
        />
      )}
    </>
  );
}

const noProblem = { messages: [], untilMs: null };

function memoOf({ memo, withoutMemo }: typeof emptyDraft) {
  return withoutMemo ? { without_memo: true } : { memo: memo.trim() };
}

function limitsText(
  { minAmount: min, maxAmount: max }: PaymentMethod,
  ticker: string,
  t: (key: string, values: Record<string, string>) => string,
): string {
  return max === '0' ? t('amount.from', { min, ticker }) : t('amount.between', { min, max, ticker });
}
