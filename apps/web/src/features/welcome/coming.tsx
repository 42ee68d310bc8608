import { useTranslation } from 'react-i18next';
import styles from './welcome.module.css';

/** Stands for the bands that have not come yet, as high as the window. */
export function Coming() {
  const { t } = useTranslation('welcome');
  return <div className={styles.coming} role="status" aria-label={t('loading')} />;
}
