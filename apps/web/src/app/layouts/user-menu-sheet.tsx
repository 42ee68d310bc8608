import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { IconX } from '../../ui/icons.ts';
import styles from './user-layout.module.css';
import { UserSections } from './user-sections.tsx';

/** The sections of the user area as a sheet from the bottom. */
export function UserMenuSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
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
      <Drawer.Content aria-label={t('nav.userMenu')}>
        <Drawer.Body>
          <div className={styles.sheetHead}>
            <h2>{t('nav.userMenu')}</h2>
            <button type="button" className={styles.close} aria-label={t('dialog.close')} onClick={onClose}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
          <UserSections onChoose={onClose} />
          <Link className={styles.link ?? ''} to={paths.support} onClick={onClose}>
            {t('nav.help')}
          </Link>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
