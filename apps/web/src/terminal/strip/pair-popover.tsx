import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PairPickerProps } from './pair-entry.ts';
import { PairName } from './pair-name.tsx';
import styles from './pair-picker.module.css';

/** Arrives when it is opened. */
const PairList = lazyPart(() => import('./pair-list.tsx').then((module) => module.PairList));

/** The pair on screen, and the list to choose another one from. */
export function PairPopover(props: PairPickerProps) {
  const { t } = useTranslation('terminal');
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
          <PairName />
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
