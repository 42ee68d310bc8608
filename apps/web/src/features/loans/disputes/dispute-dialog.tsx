import { Button, NativeSelect } from '@mantine/core';
import { disputeReasons, newDispute } from '@pelican/shared/contracts/loans';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openDispute } from '../../../api/loan-disputes.ts';
import { loansKey } from '../../../api/loans.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from '../loans.module.css';
import { EvidenceFields } from './evidence-fields.tsx';

const initial = { reason: '', text: '', file: [] as File[] };

/** Opens a dispute, with what this side has to show for it. */
export function DisputeDialog({ loanId, onClose }: { loanId: number; onClose: () => void }) {
  const { t } = useTranslation('loans-disputes');
  const client = useQueryClient();
  const { form, onSubmit, problem, isPending } = useContractForm({
    initial,
    schema: newDispute,
    requestOf: ({ file: _, ...values }) => values,
    send: (request, { file }) => openDispute(loanId, request, file),
    onSent: async () => {
      notify.success(t('opened'));
      await client.invalidateQueries({ queryKey: [...loansKey] });
      onClose();
    },
  });
  return (
    <Dialog title={t('open')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <FormAlert problem={problem} />
        <p className="muted">{t('about')}</p>
        <NativeSelect
          label={t('reasonLabel')}
          size="md"
          data={[
            { value: '', label: t('choose'), disabled: true },
            ...disputeReasons.map((value) => ({ value, label: t(`reason.${value}`) })),
          ]}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <EvidenceFields form={form} label={t('text')} hint={t('textHint')} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('loans:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
