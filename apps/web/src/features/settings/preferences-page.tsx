/** /user/preferences: appearance, trading, language and notices. */
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { type Direction, type Palette, usePreferences } from '../../platform/preferences.ts';
import { Change } from '../../ui/numbers.tsx';
import { ChoiceRow, Section, SettingsPage } from '../../ui/settings-section.tsx';
import { CustomFee } from './custom-fee.tsx';
import { LanguageChoice } from './language-choice.tsx';
import english from './locales/en.json';
import { NoticeChoices } from './notice-choices.tsx';
import styles from './preferences.module.css';
import { ThemeChoice } from './theme-choice.tsx';
import { UpdatesChoice } from './updates-choice.tsx';

addMessages('settings', english);

export function Component() {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  const { palette, direction, confirmOrders, confirmCancels = false, set } = usePreferences();
  return (
    <SettingsPage title={t('title')}>
      <Section title={t('appearance')}>
        <ThemeChoice />
        <ChoiceRow<Palette>
          label={t('palette.label')}
          hint={t('palette.hint')}
          value={palette}
          onChange={(next) => set({ palette: next })}
          options={(['green-red', 'blue-orange'] as const).map((value) => ({ value, label: t(`palette.${value}`) }))}
        />
        <ChoiceRow<Direction>
          label={t('direction.label')}
          value={direction}
          onChange={(next) => set({ direction: next })}
          options={(['green-up', 'red-up'] as const).map((value) => ({
            value,
            label: t(`direction.${palette}.${value}`),
          }))}
        />
        <p className={styles.preview}>
          <span className="visually-hidden">{t('preview')}</span>
          <Change value="1.2" /> <Change value="-0.85" />
        </p>
      </Section>
      <Section title={t('trading')}>
        <Switch
          label={t('confirmOrders.label')}
          description={t('confirmOrders.hint')}
          checked={confirmOrders}
          onChange={(event) => set({ confirmOrders: event.currentTarget.checked })}
        />
        <Switch
          label={t('confirmCancels.label')}
          description={t('confirmCancels.hint')}
          checked={confirmCancels}
          onChange={(event) => set({ confirmCancels: event.currentTarget.checked })}
        />
        <CustomFee />
      </Section>
      <Section title={t('notices.title')}>
        <LanguageChoice />
        <NoticeChoices />
        <UpdatesChoice />
      </Section>
    </SettingsPage>
  );
}
