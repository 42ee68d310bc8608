import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderSheet } from '../../../terminal/layout/order-sheet.tsx';
import { OrderForm, TypeTabs } from '../form/order-form-panel.tsx';
import { useSpotForm } from '../form/spot-form-store.ts';

/** The order form of a phone: it slides in from below. */
export function SpotOrderSheet() {
  const { t } = useTranslation('spot');
  const opened = useSpotForm((form) => form.sheetOpen);
  const set = useSpotForm((form) => form.set);
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  return (
    <OrderSheet label={t('form.title')} opened={opened} onClose={() => set({ sheetOpen: false })}>
      <TypeTabs />
      <OrderForm />
    </OrderSheet>
  );
}
