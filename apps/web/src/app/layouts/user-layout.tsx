import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { userSideBar } from './navigation.ts';
import styles from './user-layout.module.css';

/** Every page under /user: the side bar and 960 px of content; a line of links on a phone. */
export function UserLayout() {
  const { t } = useTranslation();
  return (
    <div className={styles.layout}>
      <nav className={styles.side} aria-label={t('nav.userArea')}>
        {userSideBar.map((entry) => (
          <NavLink key={entry.to} to={entry.to} className={styles.link as string}>
            {t(entry.key)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
