import { Button, NativeSelect } from '@mantine/core';
import { type ReceiverField, receiverFieldsOf, receiverFormSchema, receiverName } from '@pelican/shared/contracts/fiat';
import { fiatDecimals, type PaymentMethod } from '@pelican/shared/contracts/payments';
import { type RequestedWithdrawal, withdrawalForm } from '@pelican/shared/contracts/withdrawals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feesKey, withdrawalFeeQuery } from '../../api/payments.ts';
import { addressesOfMethodQuery } from '../../api/saved-addresses.ts';
import { securityQuery } from '../../api/security.ts';
import { balancesKey, balancesQuery } from '../../api/wallet.ts';
import { withdrawalsKey } from '../../api/withdrawals.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { validateWith } from '../../identity/validate.ts';
import { type ReceiverDetails, ReceiverFields } from '../../payments/receiver-fields.tsx';
import { WayNote } from '../../payments/way-note.tsx';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { formatUpTo, groupingOf } from '../../ui/format.ts';
import { AddAddressDialog } from './addresses/add-address-dialog.tsx';
import { Receipt } from './receipt.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useRequest } from './use-request.ts';
import { AmountField } from './withdraw-fields.tsx';
import { amountFault } from './withdrawal-rules.ts';
import styles from './withdrawals.module.css';

interface ProviderFormProps {
  ticker: string;
  method: PaymentMethod;
  onRequested: (withdrawal: RequestedWithdrawal) => void;
}

/** Money to a receiver whom a payment provider pays: a saved one, or what the form of the method asks. */
export function ProviderWithdrawForm({ ticker, method, onRequested }: ProviderFormProps) {
  const { t } = useTranslation('withdrawals');
  const client = useQueryClient();
  const { data: balances } = useQuery(balancesQuery);
  const { data: security } = useQuery(securityQuery);
  const isLocked = useWithdrawalLock() !== undefined;
  const { data: saved } = useQuery(addressesOfMethodQuery({ ticker, method: method.key }));
  const [savedId, setSavedId] = useState('');
  const [details, setDetails] = useState<ReceiverDetails>({});
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isProving, setIsProving] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const asked = receiverFieldsOf(method.key);
  const chosen = saved?.result.find(({ id }) => String(id) === savedId);
  const receiver = Object.fromEntries(asked.map((field) => [field, (details[field] ?? '').trim()])) as ReceiverDetails;
  const name = chosen?.savedData.address ?? receiverName(method.key, receiver);
  const available = balances?.byTicker.get(ticker)?.main_available;
  const wanted = {
    ticker,
    paymentKey: method.key,
    amount: wireDecimal(amount),
    ...(chosen ? { address_id: chosen.id } : { receiver }),
  };
  const receiverFaults: ReceiverDetails = chosen ? {} : validateWith(receiverFormSchema(method.key))(receiver);
  const wrongAmount = amountFault(wanted.amount, method, available, t) ?? validateWith(withdrawalForm)(wanted).amount;
  const faults: Partial<Record<ReceiverField | 'amount', string>> = {
    ...receiverFaults,
    ...(wrongAmount === undefined ? {} : { amount: wrongAmount }),
  };
  const done = (withdrawal: RequestedWithdrawal) => {
    setIsProving(false);
    onRequested(withdrawal);
  };
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
    const first = [...asked, 'amount' as const].find((field) => faults[field]);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else if (security?.twoFactorEnabled) setIsProving(true);
    else void request.send();
  };
  const errors = { ...(isChecked ? faults : {}), ...request.fields };
  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={isProving ? { messages: [], untilMs: null } : request.problem} />
        <WayNote ticker={ticker} method={method} way="withdrawal" />
        {saved && saved.result.length > 0 && (
          <NativeSelect
            label={t('receiver.saved')}
            size="md"
            value={savedId}
            data={[
              { value: '', label: t('receiver.other') },
              ...saved.result.map(({ id, name: label, savedData }) => ({
                value: String(id),
                label: `${label} (${savedData.address})`,
              })),
            ]}
            onChange={(event) => {
              setSavedId(event.currentTarget.value);
              request.clear();
            }}
          />
        )}
        {!chosen && (
          <>
            <ReceiverFields
              asked={asked}
              details={details}
              errors={errors}
              onChange={(changed) => {
                setDetails(changed);
                request.clear();
              }}
            />
            <Button
              variant="default"
              size="xs"
              disabled={Object.keys(receiverFaults).length > 0}
              onClick={() => setIsSaving(true)}
            >
              {t('receiver.save')}
            </Button>
          </>
        )}
        <AmountField
          ticker={ticker}
          decimals={fiatDecimals}
          shownDecimals={fiatDecimals}
          limits={t(method.maxAmount === '0' ? 'amount.from' : 'amount.between', {
            min: formatUpTo(method.minAmount, fiatDecimals, groupingOf(ticker)),
            max: formatUpTo(method.maxAmount, fiatDecimals, groupingOf(ticker)),
            ticker,
          })}
          available={available}
          most={(available ?? '').replace(/(\.\d{2})\d+$/, '$1')}
          value={amount}
          error={errors.amount}
          onChange={(changed) => {
            setAmount(changed);
            request.clear();
          }}
        />
        <Receipt ticker={ticker} method={method} amount={wanted.amount} />
        <Button
          type="submit"
          size="md"
          loading={request.isSending}
          disabled={!security || !balances || !method.enabled || isLocked}
        >
          {t('submit')}
        </Button>
      </form>
      {isProving && security && (
        <RequestDialog
          wanted={{ ...wanted, address: name }}
          isToAccount
          factors={security.factors}
          request={request}
          onClose={() => setIsProving(false)}
        />
      )}
      {isSaving && (
        <AddAddressDialog
          known={{ ticker, paymentKey: method.key, address: name, memo: '', withoutMemo: false }}
          receiver={receiver}
          onClose={() => setIsSaving(false)}
        />
      )}
    </>
  );
}
