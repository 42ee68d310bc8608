import '@mantine/core/styles/NumberInput.css';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  announcementCategories,
  bannerAreas,
  bannerLevels,
  type ContentKind,
  cardPlaces,
} from '@pelican/shared/contracts/content';
import { useTranslation } from 'react-i18next';
import { MomentField } from '../parts/moment-field.tsx';
import { ImageField } from './image-field.tsx';
import styles from './site.module.css';
import type { ItemValues } from './use-item-form.ts';

interface FieldProps {
  form: UseFormReturnType<ItemValues>;
}

/** What an item has beside its texts. @param isAddressFixed of an announcement that was published */
export function KindFields({
  form,
  kind,
  isAddressFixed,
}: FieldProps & { kind: ContentKind; isAddressFixed: boolean }) {
  switch (kind) {
    case 'announcement':
      return <AnnouncementFields form={form} isAddressFixed={isAddressFixed} />;
    case 'listing_card':
      return <CardFields form={form} />;
    case 'news':
      return (
        <>
          <LinkField form={form} hint="siteLinkHint" />
          <ImageField form={form} />
        </>
      );
    case 'partner':
      return (
        <>
          <div className={styles.row}>
            <LinkField form={form} hint="siteLinkHint" />
            <PositionField form={form} />
          </div>
          <ImageField form={form} />
        </>
      );
    case 'digest':
      return <PositionField form={form} />;
    case 'event':
      return <EventFields form={form} />;
    case 'tweet':
      return <LinkField form={form} hint="linkHint" />;
    case 'front_currency':
      return <CurrencyFields form={form} />;
    case 'banner':
      return <BannerFields form={form} />;
  }
}

function AnnouncementFields({ form, isAddressFixed }: FieldProps & { isAddressFixed: boolean }) {
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

function CardFields({ form }: FieldProps) {
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
        <PositionField form={form} />
      </div>
      <TextInput
        label={t('pairs')}
        description={t('pairsHint')}
        key={form.key('pairs')}
        {...form.getInputProps('pairs')}
      />
      <LinkField form={form} hint="linkHint" />
      <ImageField form={form} />
    </>
  );
}

function EventFields({ form }: FieldProps) {
  const { t } = useTranslation('ops-site');
  return (
    <>
      <div className={styles.row}>
        <MomentField label={t('startTime')} key={form.key('start_time')} {...form.getInputProps('start_time')} />
        <NumberInput
          label={t('eventPlaces')}
          description={t('eventPlacesHint')}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          key={form.key('places')}
          {...form.getInputProps('places')}
        />
      </div>
      <LinkField form={form} hint="siteLinkHint" />
    </>
  );
}

function CurrencyFields({ form }: FieldProps) {
  const { t } = useTranslation('ops-site');
  return (
    <div className={styles.row}>
      <TextInput
        label={t('pair')}
        description={t('pairHint')}
        maxLength={25}
        key={form.key('pair')}
        {...form.getInputProps('pair')}
      />
      <PositionField form={form} />
    </div>
  );
}

function BannerFields({ form }: FieldProps) {
  const { t } = useTranslation('ops-site');
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('level')}
          data={bannerLevels.map((value) => ({ value, label: t(`levels.${value}`) }))}
          key={form.key('level')}
          {...form.getInputProps('level')}
        />
        <LinkField form={form} hint="ownLinkHint" />
        <PositionField form={form} />
      </div>
      <Checkbox.Group
        label={t('areas')}
        description={t('areasHint')}
        key={form.key('areas')}
        {...form.getInputProps('areas')}
      >
        <div className={styles.choices}>
          {bannerAreas.map((value) => (
            <Checkbox key={value} value={value} label={t(`areaNames.${value}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}

function PositionField({ form }: FieldProps) {
  const { t } = useTranslation('ops-site');
  return (
    <NumberInput
      label={t('position')}
      description={t('positionHint')}
      min={0}
      max={10_000}
      allowDecimal={false}
      key={form.key('position')}
      {...form.getInputProps('position')}
    />
  );
}

function LinkField({ form, hint }: FieldProps & { hint: 'linkHint' | 'siteLinkHint' | 'ownLinkHint' }) {
  const { t } = useTranslation('ops-site');
  return (
    <TextInput
      label={t('link')}
      description={t(hint)}
      maxLength={200}
      key={form.key('link')}
      {...form.getInputProps('link')}
    />
  );
}
