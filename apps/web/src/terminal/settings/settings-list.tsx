import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../platform/preferences.ts';
import controls from '../parts/controls.module.css';
import { useTerminalSettings } from '../terminal-settings.ts';
import { settingsMessages } from './messages.ts';

const canNotify = typeof Notification === 'function';

/** How orders are sent and announced. Permission for browser notifications is asked for here, by a click, and nowhere else. */
export function SettingsList() {
  const { t } = useTranslation(settingsMessages);
  const { confirmOrders, confirmCancels = false, set: setPreferences } = usePreferences();
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
    <>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={confirmOrders}
          onChange={(event) => setPreferences({ confirmOrders: event.currentTarget.checked })}
        />
        {t('confirm')}
      </label>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={confirmCancels}
          onChange={(event) => setPreferences({ confirmCancels: event.currentTarget.checked })}
        />
        {t('confirmCancels')}
      </label>
      {canNotify && (
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={notifyWhenHidden}
            disabled={denied}
            onChange={(event) => void toggleNotify(event.currentTarget.checked)}
          />
          {t('notify')}
        </label>
      )}
      {denied && <p className="hint">{t('denied')}</p>}
    </>
  );
}
