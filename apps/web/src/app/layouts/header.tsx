import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { paths, signInPath } from '../../platform/paths.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './header.module.css';
import { headerMenus, type NavigationMenu } from './navigation.ts';
import { NotificationCentre } from './notification-centre.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

function HeaderMenu({ menu }: { menu: NavigationMenu }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" offset={8} width={280} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.link}>
          {t(menu.key)}
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {menu.entries.map((entry) => (
          <Menu.Item key={entry.to} component={Link} to={entry.to}>
            <span className={styles.entry}>{t(entry.key)}</span>
            <span className={styles.about}>{t(`${entry.key}About`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function GuestLinks() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const comesFromGuestPage = pathname === paths.signIn || pathname === paths.signUp || pathname === paths.register;
  return (
    <>
      <Link className={styles.signIn} to={comesFromGuestPage ? paths.signIn : signInPath(pathname + search)}>
        {t('nav.signIn')}
      </Link>
      <Link className={styles.signUp} to={paths.signUp}>
        {t('nav.signUp')}
      </Link>
    </>
  );
}

export function Header() {
  const { t } = useTranslation();
  const { status, isSignedIn } = useSession();
  return (
    <header className={styles.header}>
      <Link to={isSignedIn ? paths.home : paths.welcome} className={styles.logo} aria-label={t('nav.logo')}>
        <Logo />
      </Link>
      <nav className={styles.menus} aria-label={t('nav.main')}>
        {headerMenus.slice(0, 1).map((menu) => (
          <HeaderMenu key={menu.key} menu={menu} />
        ))}
        <NavLink to={paths.market} className={styles.link as string}>
          {t('nav.markets')}
        </NavLink>
        {isSignedIn &&
          headerMenus.filter((menu) => menu.signedInOnly).map((menu) => <HeaderMenu key={menu.key} menu={menu} />)}
      </nav>
      <div className={styles.tools}>
        <NotificationCentre />
        <ThemeToggle />
        {status === 'anonymous' && <GuestLinks />}
        {isSignedIn && <UserMenu />}
      </div>
    </header>
  );
}
