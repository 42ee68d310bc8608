import type { ReactNode } from 'react';
import styles from './auth.module.css';

/** The 440 px card of sign-in and sign-up. */
export function AuthCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="auth-title">
        <h1 id="auth-title">{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </section>
    </div>
  );
}
