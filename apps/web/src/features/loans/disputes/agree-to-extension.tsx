import { Button } from '@mantine/core';
import { type DisputeView, extension, type LoanView } from '@pelican/shared/contracts/loans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agreeToExtension } from '../../../api/loan-disputes.ts';
import { loansKey } from '../../../api/loans.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { problemWith } from '../../../identity/validate.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import styles from '../loans.module.css';

/** How many days more each side agrees to; support extends the loan where both agree to the same. */
export function AgreeToExtension({ loan, dispute }: { loan: LoanView; dispute: DisputeView }) {
  const { t } = useTranslation('loans-disputes');
  const client = useQueryClient();
  const { lender_days, borrower_days } = dispute;
  const [own, other] = loan.role === 'lend' ? [lender_days, borrower_days] : [borrower_days, lender_days];
  const [days, setDays] = useState(own === null || own === 0 ? '' : String(own));
  const server = useServerErrors(['days']);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const agree = useMutation({
    mutationFn: agreeToExtension,
    onMutate: () => {
      server.clear();
      setErrors({});
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [...loansKey] }),
    onError: (error) => setErrors(server.take(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = wireDecimal(days);
    const fault = problemWith(extension, { days: wanted });
    if (fault !== undefined) setErrors({ days: fault });
    else if (!agree.isPending) agree.mutate({ id: loan.id, days: Number(wanted) });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={server.problem} />
      <p className="muted">{t(other ? 'extension.other' : 'extension.none', { count: other ?? 0 })}</p>
      <DecimalInput
        name="days"
        label={t('extension.label')}
        description={t('extension.hint')}
        size="md"
        decimals={0}
        maxLength={3}
        value={days}
        error={errors.days}
        onChange={setDays}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={agree.isPending}>
          {t('extension.submit')}
        </Button>
      </div>
    </form>
  );
}
