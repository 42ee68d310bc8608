import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import styles from './header.module.css';
import { menuEntries } from './menu-entries.ts';
import { MenuName } from './menu-name.tsx';
import type { NavigationEntry, NavigationMenu } from './navigation.ts';
import { useAddressOf, useShownEntries } from './use-shown-entries.ts';

/** A menu of pages in the header. */
export function HeaderMenu({ menu }: { menu: NavigationMenu }) {
  const { t } = useTranslation('app-layouts');
  const { search } = useLocation();
  const shown = useShownEntries();
  const addressOf = useAddressOf();
  // A dialog lies over the page, whose query stays.
  const targetOf = (to: NavigationEntry['to']) => (to.startsWith('#') ? { search, hash: to } : addressOf(to));
  return (
    <Menu position="bottom-start" offset={8} width={280} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.link}>
          <MenuName menu={menu} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown(menuEntries[menu.name]).map((entry) => (
          <Menu.Item key={entry.to} component={Link} to={targetOf(entry.to)}>
            <span className={styles.entry}>{t(entry.key)}</span>
            <span className={styles.about}>{t(`${entry.key}About`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
