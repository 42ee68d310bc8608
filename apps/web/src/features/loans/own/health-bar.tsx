import type { LoanView } from '@pelican/shared/contracts/loans';
import styles from './health.module.css';

const marks = ['warning', 'call', 'liquidation'] as const;
/** Where the sale stands in the bar: beyond it there is room for a debt that has passed its level. */
const saleAt = 0.9;

/** How much of the bar a price is worth: the lower the price, the more. For the eye alone. */
function wayTo(liquidation: string, price: string): number {
  return Math.min(1, Math.max(0, (Number(liquidation) / Number(price)) * saleAt));
}

type HealthBarProps = Pick<LoanView, 'price' | 'level' | 'warning_price' | 'call_price' | 'liquidation_price'> & {
  isSmall?: boolean;
};

/** How far a pledge is from being sold, with marks at its levels; nothing without a price. Words stand beside it. */
export function HealthBar({ isSmall, price, level, warning_price, call_price, liquidation_price }: HealthBarProps) {
  if (price === null || liquidation_price === null) return null;
  const prices = { warning: warning_price, call: call_price, liquidation: liquidation_price };
  return (
    <div className={styles.bar} data-level={level} data-small={isSmall || undefined} aria-hidden>
      <span className={styles.fill} style={{ inlineSize: `${wayTo(liquidation_price, price) * 100}%` }} />
      {marks.map((name) => {
        const at = prices[name];
        if (at === null) return null;
        const left = `${wayTo(liquidation_price, at) * 100}%`;
        return <span key={name} className={styles.mark} data-mark={name} style={{ insetInlineStart: left }} />;
      })}
    </div>
  );
}
