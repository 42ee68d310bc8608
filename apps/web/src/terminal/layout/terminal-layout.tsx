import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Splitter } from './splitter.tsx';
import styles from './terminal.module.css';
import { useStale } from './use-stale.ts';

interface TerminalLayoutProps {
  viewport: 'tablet' | 'desktop';
  strip: ReactNode;
  /** The panels below take the grid areas of their names. */
  chart: ReactNode;
  bottom: ReactNode;
  book: ReactNode;
  trades: ReactNode;
  form: ReactNode;
}

/** Chart over tables, book over tape, the form at the right; without page scroll from 1024 px. */
export function TerminalLayout({ viewport, strip, chart, bottom, book, trades, form }: TerminalLayoutProps) {
  const { t } = useTranslation('terminal');
  const stale = useStale();
  const [bottomShare, setBottomShare] = useState(34);
  return (
    <div
      className={styles.terminal}
      data-viewport={viewport}
      data-stale={stale || undefined}
      style={{ '--bottom-share': `${bottomShare}%` } as React.CSSProperties}
    >
      {strip}
      {chart}
      {viewport === 'desktop' && (
        <Splitter label={t('layout.splitter')} value={bottomShare} min={20} max={60} onChange={setBottomShare} />
      )}
      {bottom}
      <div className={styles.bookColumn}>
        {book}
        {trades}
      </div>
      {form}
    </div>
  );
}
