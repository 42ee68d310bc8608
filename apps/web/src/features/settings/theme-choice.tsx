import { useTranslation } from 'react-i18next';
import { chooseTheme } from '../../api/choose-theme.ts';
import { type Theme, usePreferences } from '../../platform/preferences.ts';
import { ChoiceRow } from '../../ui/settings-section.tsx';

/** The theme of this browser and of the account. */
export function ThemeChoice() {
  const { t } = useTranslation('settings');
  const theme = usePreferences((preferences) => preferences.theme);
  return (
    <ChoiceRow<Theme>
      label={t('theme.label')}
      value={theme}
      onChange={chooseTheme}
      options={(['system', 'dark', 'light'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}
