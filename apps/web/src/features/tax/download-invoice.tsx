import { Button } from '@mantine/core';
import type { TaxInvoice } from '@pelican/shared/contracts/tax';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { readTaxInvoice } from '../../api/tax.ts';
import { downloadBlob } from '../../ui/download-text.ts';
import { notify } from '../../ui/notify.ts';

export function DownloadInvoice({ invoice }: { invoice: TaxInvoice }) {
  const { t } = useTranslation('tax');
  const { mutate, isPending } = useMutation({
    mutationFn: readTaxInvoice,
    onSuccess: (file) => downloadBlob(`${invoice.name.replaceAll('/', '-')}.pdf`, file),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('downloadFailed') }),
  });
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={() => mutate(invoice)}>
      {t('download')}
    </Button>
  );
}
