/**
 * The prices of a day, from the price that the change counts from to the last one, so that the line goes the way that the
 * change says. Decorative: the change says it in figures.
 */
export function Sparkline({
  closes,
  last,
  change,
  width = 96,
  height = 32,
}: {
  closes: readonly string[];
  last: string;
  /** Percent, signed. */
  change: string;
  width?: number;
  height?: number;
}) {
  // Floats are good enough for pixels.
  const prices = [Number(last) / (1 + Number(change) / 100), ...closes.map(Number), Number(last)];
  if (closes.length < 2 || !prices.every(Number.isFinite))
    return <svg width={width} height={height} aria-hidden="true" />;
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low || 1;
  const step = width / (prices.length - 1);
  const points = prices.map((price, index) => {
    const y = 2 + (1 - (price - low) / span) * (height - 4);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={change.startsWith('-') ? 'var(--c-sell)' : 'var(--c-buy)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
