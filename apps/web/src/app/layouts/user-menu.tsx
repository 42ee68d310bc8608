import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { paths } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { IconChevronDown, IconLogout, IconUser } from '../../ui/icons.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './header.module.css';
import { userMenu } from './navigation.ts';

export function UserMenu() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(generalSettingsQuery);
  const zone = profile?.time_zone;
  useEffect(() => {
    // Chosen on another device.
    if (zone !== undefined) usePreferences.getState().set({ timeZone: zone });
  }, [zone]);
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.user} aria-label={t('nav.account', { name: profile?.nickname ?? '' })}>
          <IconUser size={20} aria-hidden />
          <span className={styles.nickname}>{profile?.nickname ?? ''}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {profile && (
          <div className={styles.userHead}>
            <strong>{profile.nickname}</strong>
            <span className="hint">{profile.email}</span>
            <StatusChip
              tone={profile.is_verified ? 'done' : 'attention'}
              label={t(profile.is_verified ? 'nav.verified' : 'nav.unverified')}
            />
          </div>
        )}
        <Menu.Divider />
        {userMenu.map(({ to, key, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden />}>
            {t(key)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.logOut} leftSection={<IconLogout size={16} aria-hidden />}>
          {t('nav.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
