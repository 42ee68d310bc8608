import { Button } from '@mantine/core';
import { financialYearName, type TaxInvoice } from '@pelican/shared/contracts/tax';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { readTaxInvoice, readYearOfInvoices } from '../../api/tax.ts';
import { downloadBlob } from '../../ui/download-text.ts';
import { notify } from '../../ui/notify.ts';

/** @param read makes the file @param name without its ending */
function useDownload(read: () => Promise<Blob>, name: string) {
  const { t } = useTranslation('tax');
  return useMutation({
    mutationFn: read,
    onSuccess: (file) => downloadBlob(`${name}.pdf`, file),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('downloadFailed') }),
  });
}

export function DownloadInvoice({ invoice }: { invoice: TaxInvoice }) {
  const { t } = useTranslation('tax');
  const { mutate, isPending } = useDownload(() => readTaxInvoice(invoice), invoice.name.replaceAll('/', '-'));
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
      {t('download')}
    </Button>
  );
}

/** All invoices of a financial year in one file. */
export function DownloadYear({ year }: { year: number }) {
  const { t } = useTranslation('tax');
  const name = financialYearName(year);
  const { mutate, isPending } = useDownload(() => readYearOfInvoices(year), `tax-invoices-${name}`);
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
      {t('downloadYear', { year: name })}
    </Button>
  );
}
