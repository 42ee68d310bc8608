import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import controls from '../parts/controls.module.css';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './chart.module.css';
import { overlayIndicators, paneIndicators } from './chart-intervals.ts';

/** Which indicators are over and under the candles. */
export function IndicatorMenu() {
  const { t } = useTranslation('terminal');
  const indicators = useTerminalSettings((settings) => settings.indicators);
  const set = useTerminalSettings((settings) => settings.set);
  const toggle = (name: string) =>
    set({
      indicators: indicators.includes(name) ? indicators.filter((other) => other !== name) : [...indicators, name],
    });
  const item = (name: string) => (
    <Menu.CheckboxItem key={name} checked={indicators.includes(name)} onChange={() => toggle(name)}>
      {t(`indicator.${name}`)}
    </Menu.CheckboxItem>
  );
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={controls.tool}>
          {t('chart.indicators')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Label>{t('chart.overCandles')}</Menu.Label>
        {overlayIndicators.map(item)}
        <Menu.Label>{t('chart.underCandles')}</Menu.Label>
        {paneIndicators.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
