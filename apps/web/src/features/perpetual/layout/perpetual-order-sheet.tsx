import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderSheet } from '../../../terminal/layout/order-sheet.tsx';
import { PerpetualFormBody, PerpetualTypeTabs } from '../form/perpetual-form-panel.tsx';
import { usePerpetualForm } from '../form/perpetual-form-store.ts';

/** The order form of a phone: it slides in from below. */
export function PerpetualOrderSheet() {
  const { t } = useTranslation('perpetual');
  const opened = usePerpetualForm((form) => form.sheetOpen);
  const setSheet = usePerpetualForm((form) => form.setSheet);
  useEffect(() => () => setSheet(false), [setSheet]);
  return (
    <OrderSheet label={t('form.title')} opened={opened} onClose={() => setSheet(false)}>
      <PerpetualTypeTabs />
      <PerpetualFormBody />
    </OrderSheet>
  );
}
