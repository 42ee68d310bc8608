import { Fragment } from 'react';
import { FormWarning } from './guard-warning.tsx';
import styles from './order-summary.module.css';

export type SummaryLine = readonly [label: string, value: string];

interface OrderSummaryProps {
  /** What the order does, in a sentence. */
  text?: string;
  lines: readonly SummaryLine[];
  /** What to know before it is confirmed. */
  warnings?: readonly string[];
}

/** What the confirmation of an order says. The dialog stands outside of the market's page: it takes its texts ready. */
export function OrderSummary({ text, lines, warnings = [] }: OrderSummaryProps) {
  return (
    <>
      {text && <p className={styles.text}>{text}</p>}
      <dl className={styles.summary}>
        {lines.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {warnings.map((warning) => (
        <FormWarning key={warning} text={warning} />
      ))}
    </>
  );
}
