import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../platform/preferences.ts';
import { IconSettings } from '../../ui/icons.ts';
import controls from '../parts/controls.module.css';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './settings-menu.module.css';

const canNotify = typeof Notification === 'function';

/** How orders are sent and told of. Permission for browser notifications is asked for here, by a click, and nowhere else. */
export function SettingsMenu() {
  const { t } = useTranslation('terminal');
  const { confirmOrders, set: setPreferences } = usePreferences();
  const notifyWhenHidden = useTerminalSettings((settings) => settings.notifyWhenHidden);
  const set = useTerminalSettings((settings) => settings.set);
  const [denied, setDenied] = useState(canNotify && Notification.permission === 'denied');

  async function toggleNotify(wanted: boolean): Promise<void> {
    if (!wanted) return set({ notifyWhenHidden: false });
    const permission = await Notification.requestPermission();
    setDenied(permission === 'denied');
    set({ notifyWhenHidden: permission === 'granted' });
  }

  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md" width={280}>
      <Popover.Target>
        <button type="button" className={controls.tool} aria-label={t('settings.title')}>
          <IconSettings size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu}>
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={confirmOrders}
            onChange={(event) => setPreferences({ confirmOrders: event.currentTarget.checked })}
          />
          {t('settings.confirm')}
        </label>
        {canNotify && (
          <label className={controls.check}>
            <input
              type="checkbox"
              checked={notifyWhenHidden}
              disabled={denied}
              onChange={(event) => void toggleNotify(event.currentTarget.checked)}
            />
            {t('settings.notify')}
          </label>
        )}
        {denied && <p className="hint">{t('settings.denied')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
