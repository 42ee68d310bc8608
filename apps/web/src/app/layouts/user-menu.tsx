import './messages.ts';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { generalSettingsQuery } from '../../api/settings.ts';
import { afterFirstPage } from '../../ui/after-first-page.ts';
import { IconChevronDown, IconUser } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';
import styles from './header.module.css';

/** Loaded once the page is idle: nobody opens the menu before, and its icons are not of the first view. */
const loadItems = () => loadChunk(() => import('./user-menu-items.tsx').then((module) => module.UserMenuItems));
const Items = lazyPart(loadItems);

export function UserMenu() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(generalSettingsQuery);
  useEffect(
    () =>
      void afterFirstPage()
        .then(loadItems)
        .catch(() => undefined),
    [],
  );
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={styles.user}
          aria-label={t('app-layouts:nav.account', { name: profile?.nickname ?? '' })}
        >
          <IconUser size={20} aria-hidden />
          <span className={styles.nickname}>{profile?.nickname ?? ''}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Items />
      </Menu.Dropdown>
    </Menu>
  );
}
