import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { paths, signInPath } from '../../platform/paths.ts';
import { afterFirstPage } from '../../ui/after-first-page.ts';
import { IconBell, IconChevronDown, IconUser } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Logo } from '../../ui/logo.tsx';
import { loadChunk } from '../load-chunk.ts';
import styles from './header.module.css';
import { loadLateParts } from './load-late-parts.ts';
import { MenuName } from './menu-name.tsx';
import { headerMenus, type NavigationMenu } from './navigation.ts';
import { useRouteHandle } from './route-handle.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** Until a menu's code has arrived its name leads to the first page of it. */
const HeaderMenu = lazyPart(async () => (await loadLateParts()).HeaderMenu, {
  placeholder: ({ menu }: { menu: NavigationMenu }) => (
    <Link to={menu.to} className={styles.link}>
      <MenuName menu={menu} />
    </Link>
  ),
});
const MarketsMenu = lazyPart(async () => (await loadLateParts()).MarketsMenu, { placeholder: () => <MarketsLink /> });
const HeaderLinks = lazyPart(async () => (await loadLateParts()).HeaderLinks);
const UserMenu = lazyPart(
  () => afterFirstPage().then(() => loadChunk(() => import('./user-menu.tsx').then((module) => module.UserMenu))),
  {
    placeholder: (
      <span className={styles.user}>
        <IconUser size={20} aria-hidden />
        <IconChevronDown size={16} aria-hidden />
      </span>
    ),
  },
);
const NotificationCentre = lazyPart(async () => (await loadLateParts()).NotificationCentre, {
  placeholder: (
    <span className={styles.bellPlace}>
      <IconBell size={20} aria-hidden />
    </span>
  ),
});

function MarketsLink() {
  const { t } = useTranslation();
  return (
    <Link to={paths.market} className={styles.link}>
      {t('nav.markets')}
      <IconChevronDown size={16} aria-hidden />
    </Link>
  );
}

function GuestLinks() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  // Forms are the steps of signing in or up: there is nothing to come back to.
  const { form } = useRouteHandle();
  return (
    <>
      <Link className={styles.signIn} to={form ? paths.signIn : signInPath(pathname + search)}>
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
          <HeaderMenu key={menu.name} menu={menu} />
        ))}
        <MarketsMenu />
        {isSignedIn &&
          headerMenus.filter((menu) => menu.signedInOnly).map((menu) => <HeaderMenu key={menu.name} menu={menu} />)}
      </nav>
      <div className={styles.tools}>
        <HeaderLinks />
        <NotificationCentre />
        <ThemeToggle />
        {status === 'anonymous' && <GuestLinks />}
        {isSignedIn && <UserMenu />}
      </div>
    </header>
  );
}
