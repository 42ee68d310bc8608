import { NativeSelect } from '@mantine/core';
import { gstStates } from '@pelican/shared/contracts/tax';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { saveTaxState, taxKeys } from '../../api/tax.ts';
import { notify } from '../../ui/notify.ts';

const states = Object.entries(gstStates)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** The state that divides GST into IGST, or CGST and SGST. */
export function StateOfInvoices({ state }: { state: string }) {
  const { t } = useTranslation('tax');
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: saveTaxState,
    onSuccess: () => notify.success(t('stateOf.saved')),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('stateOf.failed') }),
    onSettled: () => client.invalidateQueries({ queryKey: taxKeys.all }),
  });
  return (
    <NativeSelect
      maw={360}
      label={t('stateOf.label')}
      description={t('stateOf.hint')}
      data={[...(state === '' ? [{ value: '', label: t('stateOf.none') }] : []), ...states]}
      value={isPending ? variables : state}
      disabled={isPending}
      onChange={(event) => event.currentTarget.value !== '' && mutate(event.currentTarget.value)}
    />
  );
}
