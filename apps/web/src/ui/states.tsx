/** The three things a part shows instead of data. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { IconExclamationCircle } from './icons.ts';
import styles from './states.module.css';

/** One line that says what will be here, and one action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className="muted">{text}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** What failed: "Your orders could not be loaded". */
  title: string;
  error: unknown;
  onRetry: () => void;
}

function requestIdOf(error: unknown): string | null {
  const id = typeof error === 'object' && error !== null && 'requestId' in error ? error.requestId : null;
  return typeof id === 'string' ? id : null;
}

/** What failed, why, the way on, and the id to quote to support. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const requestId = requestIdOf(error);
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>
        <IconExclamationCircle size={20} aria-hidden /> {title}
      </p>
      <p className="muted">{error instanceof Error ? error.message : t('errors.server')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('states.retry')}
      </Button>
      {requestId && (
        <p className="hint">
          {t('states.requestId')} <span className="mono">{requestId}</span>
          <CopyButton text={requestId} label={t('states.copyRequestId')} />
        </p>
      )}
    </div>
  );
}
