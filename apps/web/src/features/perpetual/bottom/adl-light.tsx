import { useTranslation } from 'react-i18next';
import { accountMessages } from '../account/messages.ts';
import styles from './positions.module.css';

const lights = [1, 2, 3, 4, 5];

/** How near a position is to be deleveraged: one light far, five next; 0 not known yet. */
export function AdlLight({ level }: { level: number }) {
  const { t } = useTranslation(accountMessages);
  const text = level === 0 ? t('adl.unknown') : t('adl.level', { level });
  return (
    <span className={styles.adl} data-level={level} title={`${text} ${t('adl.about')}`}>
      {lights.map((light) => (
        <span key={light} data-on={light <= level || undefined} aria-hidden />
      ))}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
