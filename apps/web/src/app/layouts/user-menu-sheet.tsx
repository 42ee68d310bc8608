import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { paths } from '../../platform/paths.ts';
import { siteName } from '../../platform/site-name.ts';
import { IconX } from '../../ui/icons.ts';
import { LanguageLinks } from './language-links.tsx';
import { menuEntries } from './menu-entries.ts';
import type { NavigationEntry } from './navigation.ts';
import { useAddressOf, useShownEntries } from './use-shown-entries.ts';
import styles from './user-layout.module.css';
import { publicPages } from './user-navigation.ts';
import { UserSections } from './user-sections.tsx';

interface PagesProps {
  title: string;
  pages: NavigationEntry[];
  onChoose: () => void;
}

function Pages({ title, pages, onChoose }: PagesProps) {
  const { t } = useTranslation();
  const shown = useShownEntries();
  const addressOf = useAddressOf();
  return (
    <nav className={styles.group} aria-label={title}>
      <p className={styles.groupName}>{title}</p>
      <ul>
        {shown(pages).map(({ to, key }) => (
          <li key={to}>
            <Link className={styles.link} to={addressOf(to)} onClick={onChoose}>
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The sections have a referral page of their own. */
const pagesBesideSections = publicPages.filter(({ to }) => to !== paths.referralProgramme);

/** A sheet from the bottom: the sections of the user area, ways to trade, and pages for everybody. */
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
          <div className={styles.sections}>
            {!isSignedIn && (
              <Link className={styles.link} to={paths.signUp} onClick={onClose}>
                {t('nav.signUp')}
              </Link>
            )}
            {isSignedIn && <UserSections onChoose={onClose} />}
            <Pages title={t('nav.buyCrypto')} pages={menuEntries.buyCrypto} onChoose={onClose} />
            <Pages title={siteName} pages={isSignedIn ? pagesBesideSections : publicPages} onChoose={onClose} />
          </div>
          <LanguageLinks className={styles.languages} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
