import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderSheet } from '../../../terminal/layout/order-sheet.tsx';
import { OrderForm, TypeTabs } from '../form/order-form-panel.tsx';
import { useTradeForm } from '../form/trade-form-store.ts';

export function SpotOrderSheet() {
  const { t } = useTranslation('trade');
  const opened = useTradeForm((form) => form.sheetOpen);
  const set = useTradeForm((form) => form.set);
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  return (
    <OrderSheet label={t('form.title')} opened={opened} onClose={() => set({ sheetOpen: false })}>
      <TypeTabs />
      <OrderForm />
    </OrderSheet>
  );
}
