import type { Invoice } from '@pelican/shared/contracts/invoices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../platform/page-title.ts';
import { SettingsPage } from '../../ui/settings-section.tsx';
import { InvoiceList } from './invoice-list.tsx';
import './messages.ts';
import { NewInvoiceForm } from './new-invoice-form.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** Invoices of a user: a new one, those that were made and those that were paid. */
export function Component() {
  const { t } = useTranslation('invoices');
  usePageTitle(t('title'));
  const [shared, setShared] = useState<Invoice>();
  return (
    <SettingsPage title={t('title')} wide>
      <NewInvoiceForm onMade={setShared} />
      <InvoiceList onShare={setShared} />
      {shared && <ShareDialog invoice={shared} onClose={() => setShared(undefined)} />}
    </SettingsPage>
  );
}
