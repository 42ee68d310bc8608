import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type InrBankList, inrBankStatus, newInrBank } from '@pelican/shared/contracts/inr';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addInrBank, ifscQuery, inrKey } from '../../api/inr.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useContractForm } from '../../identity/use-contract-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { saidHere } from '../../ui/said-here.ts';
import styles from './inr.module.css';

interface AddBankDialogProps {
  passport: InrBankList['user_passport'];
  onClose: () => void;
}

/** Adds a bank account. The proof that it takes is asked for in a dialog of its own. */
export function AddBankDialog({ passport, onClose }: AddBankDialogProps) {
  const { t } = useTranslation('inr');
  const client = useQueryClient();
  const known = passport && [passport.first_name, passport.middle_name, passport.last_name].filter(Boolean).join(' ');
  const [ifsc, setIfsc] = useState('');
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: {
      full_name: known ?? '',
      account_number: '',
      account_number_confirmation: '',
      ifsc_code: '',
      account_type: 'saving',
    },
    schema: newInrBank,
    send: (bank) => {
      saidHere('inr_bank_active');
      return addInrBank(bank);
    },
    keepsValues: true,
    async onSent({ status }) {
      notify.success(t(status === inrBankStatus.active ? 'add.active' : 'add.pending'));
      onClose();
      await client.invalidateQueries({ queryKey: inrKey });
    },
  });
  const ifscInput = form.getInputProps('ifsc_code');
  return (
    <Dialog title={t('add.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        {problem.messages.length > 0 && <p className={styles.failed}>{t('add.failed')}</p>}
        <FormAlert problem={problem} />
        <TextInput
          {...form.getInputProps('full_name')}
          key={form.key('full_name')}
          label={t('add.name')}
          description={t(known ? 'add.nameFixed' : 'add.nameFree')}
          size="md"
          readOnly={Boolean(known)}
          autoComplete="name"
          data-autofocus={known ? undefined : true}
        />
        <TextInput
          {...form.getInputProps('account_number')}
          key={form.key('account_number')}
          label={t('add.number')}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={known ? true : undefined}
        />
        <TextInput
          {...form.getInputProps('account_number_confirmation')}
          key={form.key('account_number_confirmation')}
          label={t('add.numberAgain')}
          description={t('add.numberAgainHint')}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          onPaste={(event) => event.preventDefault()}
        />
        <TextInput
          {...ifscInput}
          key={form.key('ifsc_code')}
          label={t('add.ifsc')}
          size="md"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          description={<FoundBank typed={ifsc} />}
          onChange={(event) => {
            ifscInput.onChange(event);
            setIfsc(event.currentTarget.value);
          }}
        />
        <NativeSelect
          {...form.getInputProps('account_type')}
          key={form.key('account_type')}
          label={t('add.type')}
          size="md"
          data={(['saving', 'current'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('add.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The bank of the code, as soon as the code is complete. */
function FoundBank({ typed }: { typed: string }) {
  const { t } = useTranslation('inr');
  const { data, error, isFetching } = useQuery(ifscQuery(typed));
  const text = () => {
    if (isFetching) return t('add.ifscLooking');
    if (error) return error.message;
    if (!data) return t('add.ifscHint');
    return data.is_branch_known ? data.bank_name : t('add.branchUnknown', { bank: data.bank_name });
  };
  return <span role="status">{text()}</span>;
}
