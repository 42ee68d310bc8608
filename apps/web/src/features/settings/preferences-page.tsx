import { SegmentedControl, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { generalSettingsQuery, setCustomFee } from '../../api/settings.ts';
import { spotKeys } from '../../api/spot.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { type Direction, type Palette, type Theme, usePreferences } from '../../platform/preferences.ts';
import { notify } from '../../ui/notify.ts';
import { Change } from '../../ui/numbers.tsx';
import english from './locales/en.json';
import { NoticeChoices } from './notice-choices.tsx';
import styles from './preferences.module.css';

addMessages('settings', english);

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, hint, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {hint && <p className="hint">{hint}</p>}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        data={options}
        onChange={(next) => onChange(next as Value)}
        classNames={{ root: styles.segments ?? '', indicator: styles.indicator ?? '', label: styles.segment ?? '' }}
      />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Fees in the service token: kept by the server, because the engine charges by it. */
function CustomFee() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const { data } = useQuery(generalSettingsQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: setCustomFee,
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('customFee.failed') }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey }),
        client.invalidateQueries({ queryKey: spotKeys.settings }),
      ]),
  });
  return (
    <Switch
      className={styles.switch ?? ''}
      label={t('customFee.label')}
      description={t('customFee.hint')}
      disabled={!data}
      checked={isPending ? variables : (data?.isCustomFeeEnabled ?? false)}
      onChange={(event) => mutate(event.currentTarget.checked)}
    />
  );
}

export function Component() {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  const { theme, palette, direction, confirmOrders, set } = usePreferences();
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <Section title={t('appearance')}>
        <Choice<Theme>
          label={t('theme.label')}
          value={theme}
          onChange={(next) => set({ theme: next })}
          options={(['system', 'dark', 'light'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <Choice<Palette>
          label={t('palette.label')}
          hint={t('palette.hint')}
          value={palette}
          onChange={(next) => set({ palette: next })}
          options={(['green-red', 'blue-orange'] as const).map((value) => ({ value, label: t(`palette.${value}`) }))}
        />
        <Choice<Direction>
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
          className={styles.switch ?? ''}
          label={t('confirmOrders.label')}
          description={t('confirmOrders.hint')}
          checked={confirmOrders}
          onChange={(event) => set({ confirmOrders: event.currentTarget.checked })}
        />
        <CustomFee />
      </Section>
      <Section title={t('notices.title')}>
        <NoticeChoices />
      </Section>
    </div>
  );
}
