import { passwordScoreMin } from '@pelican/shared/contracts/auth';
import { useTranslation } from 'react-i18next';
import styles from './identity.module.css';

const scoreMax = 4;

function toneOf(score: number): 'weak' | 'fair' | 'strong' {
  if (score < passwordScoreMin) return 'weak';
  return score < scoreMax ? 'fair' : 'strong';
}

/** How hard a password is to guess, in four bars and a word. @param score null until the server has judged it */
export function PasswordMeter({ score }: { score: number | null }) {
  const { t } = useTranslation('identity');
  return (
    <p className={styles.meter} role="status">
      {[1, 2, 3, 4].map((step) => (
        <i key={step} data-filled={score !== null && step <= Math.max(score, 1) ? toneOf(score) : undefined} />
      ))}
      <span>{score === null ? '' : t(`strength.${score}`)}</span>
    </p>
  );
}
