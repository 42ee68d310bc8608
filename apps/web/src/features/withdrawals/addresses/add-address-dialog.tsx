import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { GivenReceiver } from '@pelican/shared/contracts/fiat';
import { newSavedAddress } from '@pelican/shared/contracts/saved-addresses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawalMethodsQuery } from '../../../api/payments.ts';
import { saveAddress, savedAddressesKey } from '../../../api/saved-addresses.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './addresses.module.css';

/** Where coins go: a currency by one of its payment methods. */
export interface Destination {
  ticker: string;
  paymentKey: string;
  address: string;
  memo: string;
  withoutMemo: boolean;
}

interface AddAddressDialogProps {
  /** What is to be saved, where the page knows it; only the name is typed then. */
  known?: Destination;
  /** Whom a payment provider pays; `known` has the name of it that lists show. */
  receiver?: GivenReceiver;
  onClose: () => void;
}

/** Saves an address. The proof that it takes is asked for in a dialog of its own. */
export function AddAddressDialog({ known, receiver, onClose }: AddAddressDialogProps) {
  const { t } = useTranslation('withdrawals-addresses');
  const client = useQueryClient();
  const { data: balances } = useQuery(balancesQuery);
  const tickers = (balances?.list ?? [])
    .filter(({ is_withdrawal: canLeave, is_fiat: isFiat }) => canLeave && !isFiat)
    .map(({ ticker }) => ticker);
  const [chosenTicker, setTicker] = useState(known?.ticker ?? '');
  const [chosenKey, setKey] = useState(known?.paymentKey ?? '');
  const [withoutMemo, setWithoutMemo] = useState(known?.withoutMemo ?? false);
  const ticker = chosenTicker || tickers[0] || '';
  const found = useQuery({ ...withdrawalMethodsQuery(ticker), enabled: ticker !== '' });
  const methods = found.data?.paymentList.filter(({ type }) => type === (receiver ? 'provider' : 'crypto')) ?? [];
  const method = methods.find(({ key }) => key === chosenKey) ?? methods[0];
  const hasMemo = method?.network?.is_memo === true;
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { name: '', address: known?.address ?? '', memo: known?.memo ?? '' },
    schema: newSavedAddress,
    requestOf: ({ name, address, memo }) => ({
      name,
      ...(receiver ? { receiver } : { address }),
      ticker,
      payment_method: method?.key ?? '',
      ...(hasMemo ? (withoutMemo ? { without_memo: true } : { memo }) : {}),
    }),
    send: saveAddress,
    keepsValues: true,
    async onSent() {
      notify.success(t('add.done'));
      onClose();
      await client.invalidateQueries({ queryKey: [...savedAddressesKey] });
    },
  });
  const networkError = found.error
    ? t('add.networkFailed')
    : found.data && methods.length === 0
      ? t('add.noNetworks', { ticker })
      : undefined;
  return (
    <Dialog title={t('add.title')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          // It may stand in the form of a withdrawal, which is not sent by this.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        <FormAlert problem={problem} />
        <TextInput
          {...form.getInputProps('name')}
          key={form.key('name')}
          label={t('add.name')}
          description={t('add.nameHint')}
          size="md"
          autoComplete="off"
          maxLength={60}
          data-autofocus
        />
        <NativeSelect
          label={t('add.currency')}
          size="md"
          data={known ? [known.ticker] : tickers}
          value={ticker}
          disabled={known !== undefined || tickers.length === 0}
          onChange={(event) => setTicker(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('add.network')}
          size="md"
          data={methods.map(({ key, name }) => ({ value: key, label: name }))}
          value={method?.key ?? ''}
          disabled={known !== undefined || methods.length === 0}
          error={networkError}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          {...form.getInputProps('address')}
          key={form.key('address')}
          label={t('add.address')}
          size="md"
          className={styles.mono ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={known !== undefined}
          maxLength={200}
        />
        {hasMemo && (
          <>
            {!withoutMemo && (
              <TextInput
                {...form.getInputProps('memo')}
                key={form.key('memo')}
                label={t('add.memo')}
                size="md"
                className={styles.mono ?? ''}
                autoComplete="off"
                spellCheck={false}
                readOnly={known !== undefined}
                maxLength={64}
              />
            )}
            {!known && (
              <Checkbox
                label={t('add.withoutMemo')}
                checked={withoutMemo}
                onChange={(event) => setWithoutMemo(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('add.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!method}>
            {t('add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
