import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepthFeed } from '../../../live/index.ts';
import { OrderForm, TypeTabs } from '../form/order-form-panel.tsx';
import { useTradeForm } from '../form/trade-form-store.ts';
import { useTradeMarket } from '../market-context.ts';
import styles from './trade-page.module.css';

/** The phone's order form: a sheet of 90 % of the height from the bottom. */
export function OrderSheet() {
  const { t } = useTranslation('trade');
  const { info } = useTradeMarket();
  const opened = useTradeForm((form) => form.sheetOpen);
  const set = useTradeForm((form) => form.set);
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  return (
    <Drawer
      opened={opened}
      onClose={() => set({ sheetOpen: false })}
      position="bottom"
      size="90dvh"
      title={`${info.stock}/${info.money}`}
      closeButtonProps={{ 'aria-label': t('layout.closeSheet'), size: 44 }}
      classNames={{
        content: styles.sheet ?? '',
        header: styles.sheetHead ?? '',
        body: styles.sheetBody ?? '',
        title: styles.sheetTitle ?? '',
      }}
      transitionProps={{ duration: 240 }}
      zIndex={150}
    >
      <BookWhileOpen />
      <TypeTabs />
      <OrderForm />
    </Drawer>
  );
}

/** Estimates and the price guard need the book, which may not be the view behind the sheet. */
function BookWhileOpen() {
  const { name } = useTradeMarket();
  useDepthFeed(name, '0', true);
  return null;
}
