import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { beginTaxExport, type TaxExport, type TaxPeriod } from '../../api/tax.ts';
import { notify } from '../../ui/notify.ts';
import type { Tab } from './use-period.ts';

const kinds: Partial<Record<Tab, TaxExport['kind']>> = {
  tds: 'tax.deductions',
  gains: 'tax.gains',
  income: 'tax.incomes',
};

/** Files of what the tab shows. */
export function Exports({ tab, period }: { tab: Tab; period: TaxPeriod }) {
  const { t } = useTranslation('tax');
  const { mutate, isPending } = useMutation({
    mutationFn: beginTaxExport,
    onSuccess: () => notify.success(t('export.begun')),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('export.failed') }),
  });
  const kind = kinds[tab];
  if (!kind) return null;
  const button = (label: string, wanted: Pick<TaxExport, 'kind' | 'format'>) => (
    <Button variant="default" size="xs" disabled={isPending} onClick={() => mutate({ ...wanted, period })}>
      {label}
    </Button>
  );
  return (
    <>
      {button(t('export.csv'), { kind, format: 'csv' })}
      {button(t('export.pdf'), { kind, format: 'pdf' })}
      {tab === 'gains' && button(t('export.schedule'), { kind: 'tax.schedule-vda', format: 'csv' })}
    </>
  );
}
