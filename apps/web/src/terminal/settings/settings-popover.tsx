import { Popover } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconSettings } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import controls from '../parts/controls.module.css';
import { settingsMessages } from './messages.ts';
import styles from './settings-popover.module.css';

/** Arrives when it is opened. */
const SettingsList = lazyPart(() => import('./settings-list.tsx').then((module) => module.SettingsList));

/** The button that opens the order settings. */
export function SettingsPopover() {
  const { t } = useTranslation(settingsMessages);
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={280}>
      <Popover.Target>
        <button type="button" className={controls.tool} aria-label={t('title')}>
          <IconSettings size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu}>
        <SettingsList />
      </Popover.Dropdown>
    </Popover>
  );
}
