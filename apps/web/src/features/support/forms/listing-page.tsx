import '@mantine/core/styles/Radio.css';
import { Button, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { applicationAttachments, listingRequest } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../api/files.ts';
import { countriesQuery } from '../../../api/system.ts';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';
import { CaptchaStatus } from '../../../identity/captcha-status.tsx';
import { countryChoices } from '../../../identity/countries.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { hintBelow } from '../../../ui/hint-below.ts';
import english from '../locales/en.json';
import styles from '../support.module.css';
import cardStyles from './listing-cards.module.css';
import { ListingCards } from './listing-cards.tsx';
import { SentDialog } from './sent-dialog.tsx';
import { useVisitorCaptcha } from './use-visitor-captcha.ts';

addMessages('support', english);

const initial = {
  name: '',
  project_name: '',
  contact_details: '',
  telegram_id: '',
  project_website: '',
  company_email: '',
  blockchain: '',
  contract_address: '',
  country: '',
  listed_elsewhere: '',
  exchange_links: '',
  has_burning: '',
  airdrop: '',
  comment: '',
  file: [] as File[],
};
const lines = [
  'name',
  'project_name',
  'contact_details',
  'telegram_id',
  'project_website',
  'company_email',
  'blockchain',
  'contract_address',
] as const;
const hinted = ['contact_details', 'telegram_id', 'project_website', 'blockchain', 'contract_address'] as const;
const isHinted = (name: (typeof lines)[number]): name is (typeof hinted)[number] =>
  (hinted as readonly string[]).includes(name);
const choices = ['listed_elsewhere', 'has_burning', 'airdrop'] as const;

/** The application of a project that wants its coin listed. */
export function Component() {
  const { t, i18n } = useTranslation('support');
  usePageTitle(t('listing.title'));
  const [sent, setSent] = useState<number>();
  const { data: countries } = useQuery(countriesQuery);
  const captcha = useVisitorCaptcha();
  const { form, onSubmit, problem, isPending, isUntouched } = useContractForm({
    initial,
    schema: listingRequest,
    requestOf: (values) => (values.listed_elsewhere === 'yes' ? values : { ...values, exchange_links: '' }),
    send: async (request, { file }) =>
      call('POST /v2/applyToList', { body: bodyOf(request, file), captcha: await captcha.take() }),
    onSent: ({ id }) => setSent(id),
  });
  const [isListed, setListed] = useState(false);
  form.watch('listed_elsewhere', ({ value }) => setListed(value === 'yes'));
  const options = countryChoices(countries?.result ?? [], i18n.language);
  return (
    <div className={`${styles.page} ${cardStyles.page}`}>
      <h1>{t('listing.title')}</h1>
      <p className={styles.lead}>{t('listing.lead')}</p>
      <div className={cardStyles.columns}>
        <form className={styles.form} noValidate onSubmit={onSubmit}>
          <FormAlert
            problem={isUntouched ? { messages: [t('fillForm')], untilMs: null } : problem}
            title={t('notSent')}
          />
          <div className={styles.fields}>
            {lines.map((name) => (
              <TextInput
                key={form.key(name)}
                label={t(`listing.${name}`)}
                description={isHinted(name) ? t(`listing.hint.${name}`) : undefined}
                {...hintBelow}
                size="md"
                required
                type={name === 'company_email' ? 'email' : 'text'}
                autoComplete={name === 'company_email' ? 'email' : name === 'name' ? 'name' : 'off'}
                {...form.getInputProps(name)}
              />
            ))}
            <NativeSelect
              label={t('listing.country')}
              size="md"
              required
              data={[{ value: '', label: t('listing.choose'), disabled: true }, ...options]}
              key={form.key('country')}
              {...form.getInputProps('country')}
            />
          </div>
          {choices.map((name) => (
            <Fragment key={name}>
              <Radio.Group
                key={form.key(name)}
                label={t(`listing.${name}`)}
                description={name === 'airdrop' ? t('listing.airdropHint') : undefined}
                required
                {...form.getInputProps(name)}
              >
                <div className={styles.choices}>
                  <Radio value="yes" label={t('listing.yes')} classNames={{ radio: styles.radio ?? '' }} />
                  <Radio value="no" label={t('listing.no')} classNames={{ radio: styles.radio ?? '' }} />
                </div>
              </Radio.Group>
              {name === 'listed_elsewhere' && isListed && (
                <Textarea
                  label={t('listing.exchange_links')}
                  description={t('listing.linksHint')}
                  size="md"
                  required
                  autosize
                  minRows={2}
                  maxRows={10}
                  key={form.key('exchange_links')}
                  {...form.getInputProps('exchange_links')}
                />
              )}
            </Fragment>
          ))}
          <Textarea
            label={t('listing.comment')}
            size="md"
            autosize
            minRows={3}
            maxRows={16}
            maxLength={2_000}
            key={form.key('comment')}
            {...form.getInputProps('comment')}
          />
          <AttachmentsField limits={applicationAttachments} key={form.key('file')} {...form.getInputProps('file')} />
          <CaptchaStatus state={captcha.state} />
          <div className={styles.buttons}>
            <Button type="submit" size="md" loading={isPending}>
              {t('apply')}
            </Button>
          </div>
        </form>
        <ListingCards />
      </div>
      {sent !== undefined && <SentDialog number={sent} onClose={() => setSent(undefined)} />}
    </div>
  );
}
