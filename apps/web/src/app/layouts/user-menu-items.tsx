import './messages.ts';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { paths } from '../../platform/paths.ts';
import {
  IconHelp,
  IconId,
  IconKey,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTool,
  IconUser,
  IconUsers,
} from '../../ui/icons.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './header.module.css';
import type { NavigationEntry } from './navigation.ts';

type Entry = NavigationEntry & { icon: typeof IconUser };

const userMenu: Entry[] = [
  { to: paths.profile, key: 'app-layouts:nav.profile', icon: IconUser },
  { to: paths.security, key: 'app-layouts:nav.security', icon: IconShieldLock },
  { to: paths.apiKeys, key: 'app-layouts:nav.apiManager', icon: IconKey },
  { to: paths.referrals, key: 'app-layouts:nav.referrals', icon: IconUsers },
  { to: paths.tickets, key: 'app-layouts:nav.support', icon: IconHelp },
  { to: paths.preferences, key: 'app-layouts:nav.preferences', icon: IconSettings },
];
const operatorConsole: Entry = { to: paths.operators, key: 'app-layouts:nav.operators', icon: IconTool };

/** Who is signed in, the account's pages, and signing out. */
export function UserMenuItems() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(generalSettingsQuery);
  const entries = profile?.is_operator ? [...userMenu, operatorConsole] : userMenu;
  return (
    <>
      {profile && (
        <div className={styles.userHead}>
          <strong>{profile.nickname}</strong>
          <span className="hint">{profile.email}</span>
        </div>
      )}
      {profile && (
        <Menu.Item component={Link} to={paths.kyc} leftSection={<IconId size={16} aria-hidden />}>
          {t('app-layouts:nav.verification')}
        </Menu.Item>
      )}
      {entries.map(({ to, key, icon: Icon }) => (
        <Menu.Item
          key={to}
          component={Link}
          to={to}
          // A full load: a hosted widget of support that this document has must not come with it.
          reloadDocument={to === paths.operators}
          leftSection={<Icon size={16} aria-hidden />}
        >
          {to === paths.profile && profile ? (
            <span className={styles.verification}>
              {t(key)}
              <StatusChip
                tone={profile.is_verified ? 'done' : 'attention'}
                label={t(profile.is_verified ? 'app-layouts:nav.verified' : 'app-layouts:nav.unverified')}
              />
            </span>
          ) : (
            t(key)
          )}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item component={Link} to={paths.logOut} leftSection={<IconLogout size={16} aria-hidden />}>
        {t('app-layouts:nav.logOut')}
      </Menu.Item>
    </>
  );
}
