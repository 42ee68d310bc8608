import '@mantine/core/styles/NumberInput.css';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { announcementCategories, cardPlaces } from '@pelican/shared/contracts/content';
import { useTranslation } from 'react-i18next';
import styles from './site.module.css';
import type { ItemValues } from './use-item-form.ts';

interface KindFieldsProps {
  form: UseFormReturnType<ItemValues>;
}

/** What an announcement has beside its texts. */
export function AnnouncementFields({ form, isAddressFixed }: KindFieldsProps & { isAddressFixed: boolean }) {
  const { t } = useTranslation('ops-site');
  return (
    <>
      <div className={styles.row}>
        <TextInput
          label={t('slug')}
          description={t('slugHint')}
          maxLength={80}
          readOnly={isAddressFixed}
          key={form.key('slug')}
          {...form.getInputProps('slug')}
        />
        <NativeSelect
          label={t('category')}
          data={announcementCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
          key={form.key('category')}
          {...form.getInputProps('category')}
        />
      </div>
      <Checkbox label={t('pinned')} key={form.key('pinned')} {...form.getInputProps('pinned', { type: 'checkbox' })} />
    </>
  );
}

/** What a card of the listing showcase has beside its name. */
export function CardFields({ form }: KindFieldsProps) {
  const { t } = useTranslation('ops-site');
  return (
    <>
      <div className={styles.row}>
        <TextInput
          label={t('ticker')}
          description={t('tickerHint')}
          maxLength={12}
          key={form.key('ticker')}
          {...form.getInputProps('ticker')}
        />
        <NativeSelect
          label={t('place')}
          data={cardPlaces.map((value) => ({ value, label: t(`places.${value}`) }))}
          key={form.key('place')}
          {...form.getInputProps('place')}
        />
        <NumberInput
          label={t('position')}
          min={0}
          max={10_000}
          allowDecimal={false}
          key={form.key('position')}
          {...form.getInputProps('position')}
        />
      </div>
      <TextInput
        label={t('pairs')}
        description={t('pairsHint')}
        key={form.key('pairs')}
        {...form.getInputProps('pairs')}
      />
      <TextInput
        type="url"
        label={t('link')}
        description={t('linkHint')}
        maxLength={200}
        key={form.key('link')}
        {...form.getInputProps('link')}
      />
    </>
  );
}
