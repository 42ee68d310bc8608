import './messages.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { chatHash } from '../../features/support/chat/chat-hash.ts';
import { downloadPath, paths } from '../../platform/paths.ts';
import { IconDownload } from '../../ui/icons.ts';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { useRouteHandle } from './route-handle.ts';

/** Links of the header that are no menu: the chat where the page asks for it, the app, and the languages. */
export function HeaderLinks() {
  const { t } = useTranslation('app-layouts');
  const { supportLink } = useRouteHandle();
  return (
    <>
      {supportLink && (
        <Link to={paths.support + chatHash} className={styles.link}>
          {t('supportChat')}
        </Link>
      )}
      <Link
        to={downloadPath}
        className={`${styles.link} ${styles.app}`}
        aria-label={t('nav.download')}
        title={t('nav.download')}
      >
        <IconDownload size={20} aria-hidden />
      </Link>
      <LanguageMenu />
    </>
  );
}
