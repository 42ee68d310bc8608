import { Button, Textarea } from '@mantine/core';
import { evidenceLengthMax, newEvidence } from '@pelican/shared/contracts/loans';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addEvidence } from '../../../api/loan-disputes.ts';
import { loansKey } from '../../../api/loans.ts';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import styles from '../loans.module.css';

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
      <Textarea
        label={t('add')}
        size="md"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={evidenceLengthMax}
        key={form.key('text')}
        {...form.getInputProps('text')}
      />
      <AttachmentsField key={form.key('file')} {...form.getInputProps('file')} />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
