import { passwordRules, passwordScoreMin } from '@pelican/shared/contracts/auth';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '../ui/icons.ts';
import styles from './identity.module.css';

interface PasswordRulesProps {
  password: string;
  /** How hard it is to guess; null until the server has judged it. */
  score: number | null;
}

/** The rules, each ticked as soon as it is met; the last one is the server's. */
export function PasswordRules({ password, score }: PasswordRulesProps) {
  const { t } = useTranslation('identity');
  const rules = [
    ...passwordRules.map((rule) => ({ name: rule.name, met: rule.test(password) })),
    { name: 'strength', met: score !== null && score >= passwordScoreMin },
  ];
  return (
    <ul className={styles.rules} aria-label={t('rules.label')}>
      {rules.map(({ name, met }) => (
        <li key={name} data-met={met}>
          {met ? <IconCheck size={14} aria-hidden /> : <span className={styles.dot} aria-hidden />}
          {t(`rules.${name}`)}
          <span className="visually-hidden">{t(met ? 'rules.met' : 'rules.open')}</span>
        </li>
      ))}
    </ul>
  );
}
