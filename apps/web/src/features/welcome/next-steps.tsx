import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { NextStep } from './use-next-steps.ts';
import styles from './welcome.module.css';

/** The way from the sign-up to the first trade; a step that is taken already says so. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  const { t } = useTranslation('welcome');
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, to, isDone }) => (
        <li key={name}>
          <Link to={to}>
            <strong>{t(`step.${name}.title`)}</strong>
            <span className="muted">{t(`step.${name}.text`)}</span>
          </Link>
          {isDone && <StatusChip tone="done" label={t('step.done')} />}
        </li>
      ))}
    </ol>
  );
}
