import type { Period } from 'klinecharts';

export interface ChartInterval {
  seconds: number;
  label: string;
  period: Period;
}

function of(seconds: number, span: number, type: Period['type'], letter: string): ChartInterval {
  return { seconds, label: `${span}${letter}`, period: { span, type } };
}

/** What the kline feed offers. */
export const chartIntervals: ChartInterval[] = [
  of(60, 1, 'minute', 'm'),
  of(180, 3, 'minute', 'm'),
  of(300, 5, 'minute', 'm'),
  of(900, 15, 'minute', 'm'),
  of(1800, 30, 'minute', 'm'),
  of(3600, 1, 'hour', 'h'),
  of(7200, 2, 'hour', 'h'),
  of(14_400, 4, 'hour', 'h'),
  of(21_600, 6, 'hour', 'h'),
  of(43_200, 12, 'hour', 'h'),
  of(86_400, 1, 'day', 'd'),
  of(604_800, 1, 'week', 'w'),
];

export const usualInterval = chartIntervals[3] as ChartInterval;

export function intervalOf(seconds: number): ChartInterval {
  return chartIntervals.find((interval) => interval.seconds === seconds) ?? usualInterval;
}

/** Indicators on offer; the first ones are drawn over the candles, the others under them. */
export const overlayIndicators = ['MA', 'EMA', 'BOLL', 'SAR'];
export const paneIndicators = ['VOL', 'MACD', 'RSI', 'KDJ', 'OBV', 'WR', 'CCI', 'DMI'];
