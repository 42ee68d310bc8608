/** Parts of pages that present the exchange: a hero, then bands of the page's width, one below the other. */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from './marketing.module.css';

interface MarketingPageProps {
  title: string;
  lead: string;
  /** Links of the hero. */
  actions?: ReactNode;
  children: ReactNode;
}

export function MarketingPage({ title, lead, actions, children }: MarketingPageProps) {
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {actions && <div className={styles.actions}>{actions}</div>}
      </section>
      {children}
    </div>
  );
}

/** @param primary the one link of a band that the page is for */
export function ActionLink({ to, primary, children }: { to: string; primary?: boolean; children: ReactNode }) {
  return (
    <Link className={primary ? styles.primary : styles.secondary} to={to}>
      {children}
    </Link>
  );
}

interface BandProps {
  title: string;
  /** On a background of its own; bands take turns. */
  raised?: boolean;
  /** A link to all of what the band shows the newest of. */
  more?: ReactNode;
  children: ReactNode;
}

export function Band({ title, raised, more, children }: BandProps) {
  const id = useId();
  return (
    <section className={raised ? styles.band : styles.plain} aria-labelledby={id}>
      <header className={styles.bandHead}>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

export function BandText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}

interface Item {
  title: string;
  text: string;
}

/** Short facts beside one another. */
export function Facts({ items }: { items: Item[] }) {
  return (
    <dl className={styles.items}>
      {items.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is done one after the other. */
export function Steps({ items }: { items: Item[] }) {
  return (
    <ol className={styles.items}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <strong>{title}</strong>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
