import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../identity/code-field.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import type { CodeSending } from '../../identity/use-code-sending.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './auth.module.css';

interface CodeStepProps {
  title: string;
  label: string;
  to: string;
  isDone: boolean;
  sending: CodeSending;
  code: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  /** What else may be done while the code is still to come. */
  children?: ReactNode;
}

/** One of the two things to show: a code to ask for and to type, or that it is done. */
export function CodeStep({ title, label, to, isDone, sending, code, onChange, error, children }: CodeStepProps) {
  const { t } = useTranslation('auth');
  return (
    <section className={styles.step} aria-label={title}>
      <div className={styles.stepHead}>
        <h2>{title}</h2>
        <StatusChip tone={isDone ? 'done' : 'attention'} label={t(isDone ? 'codes.done' : 'codes.open')} />
      </div>
      <p className="muted">{to}</p>
      {!isDone && (
        <>
          {children}
          <ResendCode sending={sending} />
          <CodeField label={label} value={code} onChange={onChange} error={error} />
        </>
      )}
    </section>
  );
}
