import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Tabs or a menu at the right of the head. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of a screen: 32 px head, a body that scrolls alone. */
export function Panel({ title, actions, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
