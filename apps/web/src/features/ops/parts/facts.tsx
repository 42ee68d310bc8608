import { Fragment } from 'react';
import styles from './facts.module.css';

/** Values with a name each, one to a line. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: React.ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Any JSON as plain lines: `change.status`, `opens.tiers.0.mmr`. Nothing is left out and nothing is rendered. */
export function JsonFacts({ value }: { value: unknown }) {
  return (
    <div className={styles.json}>
      <Facts
        rows={linesOf(value).map(([path, text]) => [
          path,
          <span key={path} className="mono">
            {text}
          </span>,
        ])}
      />
    </div>
  );
}

/** JSON as lines of a path and a text. */
export function linesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']];
  return entries.flatMap(([name, inner]) => linesOf(inner, path === '' ? name : `${path}.${name}`));
}
