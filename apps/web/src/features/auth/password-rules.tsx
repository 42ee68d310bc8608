import { passwordRules } from '@pelican/shared/contracts/auth.ts';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '../../ui/icons.ts';
import styles from './auth.module.css';

/** The rules, each ticked as soon as it is met. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation('auth');
  return (
    <ul className={styles.rules} id={id} aria-label={t('rules.label')}>
      {passwordRules.map((rule) => {
        const met = rule.test(password);
        return (
          <li key={rule.name} data-met={met}>
            {met ? <IconCheck size={14} aria-hidden /> : <span className={styles.dot} aria-hidden />}
            {t(`rules.${rule.name}`)}
            <span className="visually-hidden">{t(met ? 'rules.met' : 'rules.open')}</span>
          </li>
        );
      })}
    </ul>
  );
}
