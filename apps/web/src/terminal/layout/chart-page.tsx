import type { ReactNode } from 'react';
import { useSchemeOfAddress } from '../../platform/use-scheme-of-address.ts';
import styles from './terminal.module.css';

/** The chart of a market alone, for a window of its own or an app, in the theme that the address asks for. */
export function ChartPage({ title, children }: { title: string; children: ReactNode }) {
  useSchemeOfAddress();
  return (
    <div className={styles.chartPage}>
      <h1 className="visually-hidden">{title}</h1>
      {children}
    </div>
  );
}
