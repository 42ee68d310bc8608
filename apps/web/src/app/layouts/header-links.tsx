import './messages.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type chatHash, downloadPath, paths } from '../../platform/paths.ts';
import { IconDownload, IconHelp } from '../../ui/icons.ts';
import styles from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { useRouteHandle } from './route-handle.ts';

/** Written out, and checked by its type: an import of the value would make the first view load one more file. */
const toChat: typeof chatHash = '#chat';

/** Links of the header that are no menu: the chat where the page asks for it, the app, and the languages. */
export function HeaderLinks() {
  const { t } = useTranslation('app-layouts');
  const { supportLink } = useRouteHandle();
  return (
    <>
      {supportLink && (
        <Link
          to={paths.support + toChat}
          className={styles.link}
          aria-label={t('supportChat')}
          title={t('supportChat')}
        >
          <IconHelp className={styles.supportIcon} size={20} aria-hidden />
          <span className={styles.supportText}>{t('supportChat')}</span>
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
