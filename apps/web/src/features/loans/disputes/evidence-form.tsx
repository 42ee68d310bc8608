import { Button } from '@mantine/core';
import { newEvidence } from '@pelican/shared/contracts/loans';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addEvidence } from '../../../api/loan-disputes.ts';
import { loansKey } from '../../../api/loans.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import styles from '../loans.module.css';
import { EvidenceFields } from './evidence-fields.tsx';

const initial = { text: '', file: [] as File[] };

/** Adds to the open dispute of a loan. */
export function EvidenceForm({ loanId }: { loanId: number }) {
  const { t } = useTranslation('loans-disputes');
  const client = useQueryClient();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial,
    schema: newEvidence,
    requestOf: ({ text }) => ({ text }),
    send: (request, { file }) => addEvidence(loanId, request, file),
    onSent: () => client.invalidateQueries({ queryKey: [...loansKey] }),
  });
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <FormAlert problem={problem} />
      <EvidenceFields form={form} label={t('add')} />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
