import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useColorScheme, usePreferences } from '../../platform/preferences.ts';
import { IconMoon, IconSun } from '../../ui/icons.ts';

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const scheme = useColorScheme();
  const set = usePreferences((preferences) => preferences.set);
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = t(`theme.to.${other}`);
  return (
    <ActionIcon title={label} size={40} aria-label={label} onClick={() => set({ theme: other, isThemeNew: true })}>
      {scheme === 'dark' ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  );
}
