import { useTranslation } from 'react-i18next';
import { useChooseTheme } from '../../api/use-change-settings.ts';
import { type Theme, usePreferences } from '../../platform/preferences.ts';
import { ChoiceRow } from '../../ui/settings-section.tsx';

/** The theme of this browser and of the account. */
export function ThemeChoice() {
  const { t } = useTranslation('settings');
  const theme = usePreferences((preferences) => preferences.theme);
  const choose = useChooseTheme();
  return (
    <ChoiceRow<Theme>
      label={t('theme.label')}
      value={theme}
      onChange={choose}
      options={(['system', 'dark', 'light'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}
