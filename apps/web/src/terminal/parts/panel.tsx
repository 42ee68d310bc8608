import { type ReactNode, useId } from 'react';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Shown in the head instead of the title, which then only names the region. */
  head?: ReactNode;
  /** At the right of the head. */
  tools?: ReactNode;
  area?: string;
  children: ReactNode;
}

/** A region of the terminal: 32 px head, body that scrolls alone. */
export function Panel({ title, head, tools, area, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} style={area ? { gridArea: area } : undefined}>
      <div className={styles.head}>
        <h2 id={id} className={head ? 'visually-hidden' : styles.title}>
          {title}
        </h2>
        {head}
        {tools && <div className={styles.tools}>{tools}</div>}
      </div>
      <div className={styles.body}>
        <PartBoundary>{children}</PartBoundary>
      </div>
    </section>
  );
}
