import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChooseTheme } from '../../api/use-change-settings.ts';
import { useColorScheme } from '../../platform/preferences.ts';
import { IconMoon, IconSun } from '../../ui/icons.ts';

export function ThemeToggle() {
  const { t } = useTranslation();
  const scheme = useColorScheme();
  const choose = useChooseTheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const label = t(`theme.to.${other}`);
  return (
    <ActionIcon title={label} size={40} aria-label={label} onClick={() => choose(other)}>
      {scheme === 'dark' ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  );
}
