import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepthFeed } from '../../../live/index.ts';
import { IconX } from '../../../ui/icons.ts';
import { OrderForm, TypeTabs } from '../form/order-form-panel.tsx';
import { useTradeForm } from '../form/trade-form-store.ts';
import { useTradeMarket } from '../market-context.ts';
import controls from '../parts/controls.module.css';
import styles from './trade-page.module.css';

/** The phone's order form: a sheet of 90 % of the height from the bottom. */
export function OrderSheet() {
  const { t } = useTranslation('trade');
  const { info } = useTradeMarket();
  const opened = useTradeForm((form) => form.sheetOpen);
  const set = useTradeForm((form) => form.set);
  const close = () => set({ sheetOpen: false });
  useEffect(() => () => set({ sheetOpen: false }), [set]);
  return (
    <Drawer.Root
      opened={opened}
      onClose={close}
      position="bottom"
      size="90dvh"
      classNames={{ content: styles.sheet ?? '', body: styles.sheetBody ?? '' }}
      transitionProps={{ duration: 240 }}
      zIndex={150}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('form.title')}>
        <Drawer.Body>
          <div className={styles.sheetHead}>
            <h2>
              {info.stock}/{info.money}
            </h2>
            <button type="button" className={controls.tool} aria-label={t('layout.closeSheet')} onClick={close}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
          <BookWhileOpen />
          <TypeTabs />
          <OrderForm />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Estimates and the price guard need the book, which may not be the view behind the sheet. */
function BookWhileOpen() {
  const { name } = useTradeMarket();
  useDepthFeed(name, '0', true);
  return null;
}
