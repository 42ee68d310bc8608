import type { ReactNode } from 'react';
import styles from './auth.module.css';

interface AuthCardProps {
  /** Above the title, where the page has no header. */
  mark?: ReactNode;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The 440 px card of sign-in and sign-up. */
export function AuthCard({ mark, title, lead, children }: AuthCardProps) {
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="auth-title">
        {mark}
        <h1 id="auth-title">{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </section>
    </div>
  );
}
