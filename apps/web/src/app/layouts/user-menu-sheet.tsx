import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { paths } from '../../platform/paths.ts';
import { IconX } from '../../ui/icons.ts';
import { LanguageLinks } from './language-links.tsx';
import styles from './user-layout.module.css';
import { visitorPages } from './user-navigation.ts';
import { UserSections } from './user-sections.tsx';

function VisitorPages({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.more')}>
      <ul className={styles.group}>
        {visitorPages.map(({ to, key }) => (
          <li key={to}>
            <Link className={styles.link} to={to} onClick={onChoose}>
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A sheet from the bottom: the sections of the user area and help, or the pages for visitors. */
export function UserMenuSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { isSignedIn } = useSession();
  const title = t(isSignedIn ? 'app-layouts:nav.userMenu' : 'nav.more');
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: styles.sheet ?? '' }}
      transitionProps={{ duration: 240 }}
      zIndex={150}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={title}>
        <Drawer.Body>
          <div className={styles.sheetHead}>
            <h2>{title}</h2>
            <button type="button" className={styles.close} aria-label={t('dialog.close')} onClick={onClose}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
          {isSignedIn ? (
            <>
              <UserSections onChoose={onClose} />
              <Link className={styles.link ?? ''} to={paths.support} onClick={onClose}>
                {t('app-layouts:nav.help')}
              </Link>
            </>
          ) : (
            <VisitorPages onChoose={onClose} />
          )}
          <LanguageLinks className={styles.languages} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
