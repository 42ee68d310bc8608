import { useTranslation } from 'react-i18next';
import { setStatusBar } from '../../ui/status-bar-slot.tsx';
import styles from './status-bar.module.css';

/** 24 px under a trading screen, in the footer's place. Its content comes from the page. */
export function StatusBar() {
  const { t } = useTranslation();
  return <section className={styles.bar} aria-label={t('shell.statusBar')} ref={setStatusBar} />;
}
