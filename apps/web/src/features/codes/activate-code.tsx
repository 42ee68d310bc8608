import { Button, TextInput } from '@mantine/core';
import { type AppliedCode, codeToApply } from '@pelican/shared/contracts/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyCode, codesKey } from '../../api/codes.ts';
import { balancesKey } from '../../api/wallet.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { useContractForm } from '../../identity/use-contract-form.ts';
import { formatUpTo, groupingOf } from '../../ui/format.ts';
import { IconCircleCheck } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/settings-section.tsx';
import styles from './codes.module.css';

const decimalsMax = 8;

/** Takes a code, and brings its money into the main wallet. */
export function ActivateCode() {
  const { t } = useTranslation('codes');
  const client = useQueryClient();
  const isUnverified = useIsUnverified('deposit');
  const [applied, setApplied] = useState<AppliedCode>();
  const text = applied && {
    amount: formatUpTo(applied.amount, decimalsMax, groupingOf(applied.currency)),
    ticker: applied.currency,
  };
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial: { code: '' },
    schema: codeToApply,
    send: ({ code }) => {
      setApplied(undefined);
      return applyCode(code);
    },
    onSent: async (answer) => {
      setApplied(answer);
      notify.success(t('activate.done', { amount: answer.amount, ticker: answer.currency }));
      await Promise.all(
        [balancesKey, codesKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      );
    },
  });
  return (
    <Section title={t('activate.title')} about={t('activate.about')}>
      <Needs activity="deposit" />
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <FormAlert problem={problem} />
        <TextInput
          label={t('activate.code')}
          placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
          size="md"
          className={styles.typed ?? ''}
          autoComplete="off"
          data-secret
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="md" loading={isPending} disabled={isUnverified}>
          {t('activate.submit')}
        </Button>
        <p role="status" className={styles.applied}>
          {text && (
            <>
              <IconCircleCheck size={16} aria-hidden /> {t('activate.done', text)}
            </>
          )}
        </p>
      </form>
    </Section>
  );
}
