import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useDepthFeed } from '../../live/index.ts';
import { IconX } from '../../ui/icons.ts';
import controls from '../parts/controls.module.css';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './terminal.module.css';

interface OrderSheetProps {
  label: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The phone's order form: a sheet of 90 % of the height from the bottom. */
export function OrderSheet({ label, opened, onClose, children }: OrderSheetProps) {
  const { t } = useTranslation('terminal');
  const { stock, money } = useTerminalMarket();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="90dvh"
      classNames={{ content: styles.sheet ?? '', body: styles.sheetBody ?? '' }}
      transitionProps={{ duration: 240 }}
      zIndex={150}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>
        <Drawer.Body>
          <div className={styles.sheetHead}>
            <h2>
              {stock}/{money}
            </h2>
            <button type="button" className={controls.tool} aria-label={t('layout.closeSheet')} onClick={onClose}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
          <BookWhileOpen />
          <AfterSheet>{children}</AfterSheet>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** The sheet begins to come at once, whatever its form takes. */
function AfterSheet({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

/** Estimates and the price guard need the book, which may not be the view behind the sheet. */
function BookWhileOpen() {
  const { name } = useTerminalMarket();
  useDepthFeed(name);
  return null;
}
