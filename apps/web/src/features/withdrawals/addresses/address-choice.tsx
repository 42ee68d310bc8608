/** Saved addresses in the form of a withdrawal. */
import { Button, NativeSelect } from '@mantine/core';
import type { SavedAddress } from '@pelican/shared/contracts/saved-addresses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { addressesOfMethodQuery } from '../../../api/saved-addresses.ts';
import { serverNow } from '../../../platform/clock.ts';
import { addressesPath } from '../../../platform/paths.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { AddAddressDialog, type Destination } from './add-address-dialog.tsx';
import styles from './addresses.module.css';
import './messages.ts';

/** The saved addresses of the payment method, and which of them is typed. */
function useSaved({ ticker, paymentKey, address, memo, withoutMemo }: Destination) {
  const { data } = useQuery(addressesOfMethodQuery({ ticker, method: paymentKey }));
  const typed = { address: address.trim(), memo: withoutMemo ? '' : memo.trim() };
  const chosen = data?.result.find(
    ({ savedData: saved }) => saved.address === typed.address && saved.memo === typed.memo,
  );
  return { data, typed, chosen };
}

interface SavedAddressSelectProps {
  typed: Destination;
  hasMemo: boolean;
  onChoose: (chosen: Pick<Destination, 'address' | 'memo' | 'withoutMemo'>) => void;
}

/** Takes a saved address into the form; nothing while there is none. */
export function SavedAddressSelect({ typed, hasMemo, onChoose }: SavedAddressSelectProps) {
  const { t } = useTranslation('withdrawals-addresses');
  const { data, chosen } = useSaved(typed);
  if (!data || data.result.length === 0) return null;
  const labelOf = ({ name, usableAt }: SavedAddress) =>
    data.allowList.enabled && usableAt * 1_000 > serverNow()
      ? t('choose.waits', { name, time: formatDateTime(usableAt) })
      : name;
  const choose = (id: string) => {
    const found = data.result.find((one) => String(one.id) === id);
    const { address = '', memo = '' } = found?.savedData ?? {};
    onChoose({ address, memo, withoutMemo: hasMemo && found !== undefined && memo === '' });
  };
  return (
    <NativeSelect
      label={t('choose.label')}
      size="md"
      data={[
        { value: '', label: t('choose.other') },
        ...data.result.map((one) => ({ value: String(one.id), label: labelOf(one) })),
      ]}
      value={chosen ? String(chosen.id) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/** Saves the address that is typed, and says when only saved ones are taken. */
export function SaveTypedAddress({ typed: all }: { typed: Destination }) {
  const { t } = useTranslation('withdrawals-addresses');
  const { data, typed, chosen } = useSaved(all);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <p className={styles.choice}>
        <span>
          {data?.allowList.enabled && t('choose.only')} <Link to={addressesPath}>{t('choose.manage')}</Link>
        </span>
        <Button
          variant="default"
          size="xs"
          disabled={!data || typed.address === '' || chosen !== undefined}
          onClick={() => setIsSaving(true)}
        >
          {t('choose.save')}
        </Button>
      </p>
      {isSaving && <AddAddressDialog known={{ ...all, ...typed }} onClose={() => setIsSaving(false)} />}
    </>
  );
}
