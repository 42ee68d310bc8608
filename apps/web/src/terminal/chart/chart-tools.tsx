import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { IconTable } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import controls from '../parts/controls.module.css';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './chart.module.css';
import { chartIntervals } from './chart-intervals.ts';

const IndicatorMenu = lazyPart(() => import('./indicator-menu.tsx').then((module) => module.IndicatorMenu), {
  placeholder: () => <IndicatorMenuName />,
});

function IndicatorMenuName() {
  const { t } = useTranslation('terminal');
  return <span className={controls.tool}>{t('chart.indicators')}</span>;
}

interface ChartToolsProps {
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

/** Interval, indicators, and the switch to the table. They arrive with the chart. */
export function ChartTools({ asTable, onAsTable }: ChartToolsProps) {
  const { t } = useTranslation('terminal');
  return (
    <>
      <IntervalPicker />
      <IndicatorMenu />
      <button
        type="button"
        className={controls.tool}
        aria-pressed={asTable}
        aria-label={t('chart.asTable')}
        onClick={() => onAsTable(!asTable)}
      >
        <IconTable size={16} aria-hidden />
        <span className={styles.wide}>{t('chart.asTable')}</span>
      </button>
    </>
  );
}

const quickSeconds = [60, 900, 3600, 14_400, 86_400];

/** Where there is room the usual intervals are buttons, and the list has the others. */
function IntervalPicker() {
  const { t } = useTranslation('terminal');
  const interval = useTerminalSettings((settings) => settings.interval);
  const set = useTerminalSettings((settings) => settings.set);
  const isWide = useMediaQuery('(min-width: 1280px)') ?? false;
  const quick = isWide ? chartIntervals.filter(({ seconds }) => quickSeconds.includes(seconds)) : [];
  const listed = chartIntervals.filter((one) => !quick.includes(one));
  const isListed = listed.some(({ seconds }) => seconds === interval);
  return (
    <>
      {quick.length > 0 && (
        <fieldset className={styles.quick} aria-label={t('chart.interval')}>
          {quick.map(({ seconds, label }) => (
            <button
              key={seconds}
              type="button"
              className={controls.tool}
              aria-pressed={seconds === interval}
              onClick={() => set({ interval: seconds })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <select
        className={controls.select}
        aria-label={t(isWide ? 'chart.otherIntervals' : 'chart.interval')}
        value={isListed ? interval : ''}
        onChange={(event) => set({ interval: Number(event.currentTarget.value) })}
      >
        {!isListed && (
          <option value="" hidden>
            {t('chart.more')}
          </option>
        )}
        {listed.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}
