import { Moment } from '../../ui/moment.tsx';
import styles from './wallet.module.css';

interface PortfolioChartProps {
  /** The oldest first, two at least. */
  points: readonly { time: number; value: string }[];
  label: string;
  /** A value as it is written. */
  format: (value: string) => string;
}

const size = 100;

/**
 * The line of an account's value between its lowest and its highest one, each named. Drawn here: a chunk of the chart library that this
 * page shares with the trading screens would make those larger.
 */
export function PortfolioChart({ points, label, format }: PortfolioChartProps) {
  // Floats are good enough for pixels.
  const values = points.map(({ value }) => Number(value));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const first = points[0]?.time ?? 0;
  const last = points.at(-1)?.time ?? first;
  const line = points.map(({ time }, index) => {
    const x = ((time - first) / (last - first || 1)) * size;
    const y = high === low ? size / 2 : (1 - ((values[index] ?? low) - low) / (high - low)) * size;
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  const textOf = (wanted: number) => format(points[values.indexOf(wanted)]?.value ?? '0');
  return (
    <figure className={styles.chart}>
      <span className="hint tabular">{textOf(high)}</span>
      <svg viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <polyline points={line.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="hint tabular">{textOf(low)}</span>
      <figcaption className="hint">
        <Moment seconds={first} />
        <Moment seconds={last} />
      </figcaption>
    </figure>
  );
}
