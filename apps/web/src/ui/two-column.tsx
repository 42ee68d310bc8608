import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { Column } from './data-table.tsx';

/** Two figures of one column, one below the other: the table fits its page without scrolling sideways. */
export function twoColumn<Row>(
  key: string,
  header: string,
  first: (row: Row) => ReactNode,
  second: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key,
    header,
    numeric: true,
    render: (row) => (
      <span className={styles.two}>
        <span>{first(row)}</span>
        <span>{second(row)}</span>
      </span>
    ),
  };
}
