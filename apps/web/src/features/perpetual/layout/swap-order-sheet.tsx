import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderSheet } from '../../../terminal/layout/order-sheet.tsx';
import { SwapFormBody, SwapTypeTabs } from '../form/swap-form-panel.tsx';
import { useSwapForm } from '../form/swap-form-store.ts';

export function SwapOrderSheet() {
  const { t } = useTranslation('perpetual');
  const opened = useSwapForm((form) => form.sheetOpen);
  const setSheet = useSwapForm((form) => form.setSheet);
  useEffect(() => () => setSheet(false), [setSheet]);
  return (
    <OrderSheet label={t('form.title')} opened={opened} onClose={() => setSheet(false)}>
      <SwapTypeTabs />
      <SwapFormBody />
    </OrderSheet>
  );
}
