import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
/** What pages of settings are made of: sections of rows, each a name on the left and its control on the right. */
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './settings-section.module.css';

interface SettingsPageProps {
  title: string;
  /** Takes the whole width of the content; for pages with tables. */
  wide?: boolean;
  children: ReactNode;
}

export function SettingsPage({ title, wide = false, children }: SettingsPageProps) {
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** The section's one action, beside its title. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, about, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className={`hint ${styles.about}`}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

interface SettingRowProps {
  label: ReactNode;
  /** Names the control where it has no name of its own. */
  labelId?: string;
  hint?: ReactNode;
  children?: ReactNode;
}

export function SettingRow({ label, labelId, hint, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.name}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        {hint && <p className="hint">{hint}</p>}
      </div>
      {children && <div className={styles.control}>{children}</div>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A row with a few options, of which one holds. */
export function ChoiceRow<Value extends string>({ label, hint, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <SettingRow label={label} labelId={id} hint={hint}>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        data={options}
        onChange={(next) => onChange(next as Value)}
        className={styles.segments ?? ''}
      />
    </SettingRow>
  );
}
