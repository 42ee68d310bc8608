import { useTranslation } from 'react-i18next';
import { type Theme, usePreferences } from '../../platform/preferences.ts';
import { ChoiceRow } from '../../ui/settings-section.tsx';

/** The theme of this browser. */
export function ThemeChoice() {
  const { t } = useTranslation('settings');
  const { theme, set } = usePreferences();
  return (
    <ChoiceRow<Theme>
      label={t('theme.label')}
      value={theme}
      onChange={(next) => set({ theme: next, isThemeNew: true })}
      options={(['system', 'dark', 'light'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  );
}
