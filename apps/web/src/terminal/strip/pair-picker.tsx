import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import type { PairPickerProps } from './pair-entry.ts';
import styles from './pair-picker.module.css';

/** Arrives when it is opened. */
const PairList = lazyPart(() => import('./pair-list.tsx').then((module) => module.PairList));

/** The pair on screen, and the list to choose another one from. */
export function PairPicker(props: PairPickerProps) {
  const { t } = useTranslation('terminal');
  const { stock, money } = useTerminalMarket();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width="min(420px, 100vw - 16px)"
      offset={4}
    >
      <Popover.Target>
        <button type="button" className={styles.target} onClick={() => setOpened(!opened)}>
          <CoinIcon ticker={stock} size={24} />
          <strong>
            {stock}
            <span className="hint">/{money}</span>
          </strong>
          <span className="visually-hidden">{t('pairs.open')}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        {opened && <PairList {...props} onChosen={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
