import { Button, Textarea, TextInput } from '@mantine/core';
import { applicationAttachments, partnershipRequest } from '@pelican/shared/contracts/support';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../api/files.ts';
import { AttachmentsField } from '../../../conversation/attachments-field.tsx';
import { CaptchaStatus } from '../../../identity/captcha-status.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useContractForm } from '../../../identity/use-contract-form.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { bugBountyPath, paths } from '../../../platform/paths.ts';
import { hintBelow } from '../../../ui/hint-below.ts';
import english from '../locales/en.json';
import styles from '../support.module.css';
import cardStyles from './listing-cards.module.css';
import { SentDialog } from './sent-dialog.tsx';
import { useVisitorCaptcha } from './use-visitor-captcha.ts';

addMessages('support', english);

const initial = { name: '', email: '', telegram: '', project_link: '', message: '', file: [] as File[] };
const lines = ['name', 'email', 'telegram', 'project_link'] as const;

/** What has a page of its own. */
const others = [
  ['listing', paths.listing],
  ['referral', paths.referral],
  ['bounty', bugBountyPath],
] as const;

/** The application of somebody who wants to work with the exchange. */
export function Component() {
  const { t } = useTranslation('support');
  usePageTitle(t('partnership.title'));
  const [sent, setSent] = useState<number>();
  const captcha = useVisitorCaptcha();
  const { form, onSubmit, problem, isPending, isUntouched } = useContractForm({
    initial,
    schema: partnershipRequest,
    send: async (request, { file }) =>
      call('POST /v2/applyToPartnership', { body: bodyOf(request, file), captcha: await captcha.take() }),
    onSent: ({ id }) => setSent(id),
  });
  return (
    <div className={`${styles.page} ${cardStyles.page}`}>
      <h1>{t('partnership.title')}</h1>
      <p className={styles.lead}>{t('partnership.lead')}</p>
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
                label={t(`partnership.${name}`)}
                description={name === 'telegram' || name === 'project_link' ? t(`partnership.hint.${name}`) : undefined}
                {...hintBelow}
                size="md"
                required
                type={name === 'email' ? 'email' : 'text'}
                autoComplete={name === 'email' || name === 'name' ? name : 'off'}
                {...form.getInputProps(name)}
              />
            ))}
          </div>
          <Textarea
            label={t('partnership.message')}
            description={t('partnership.messageHint')}
            size="md"
            required
            autosize
            minRows={5}
            maxRows={16}
            maxLength={2_000}
            key={form.key('message')}
            {...form.getInputProps('message')}
          />
          <AttachmentsField limits={applicationAttachments} key={form.key('file')} {...form.getInputProps('file')} />
          <CaptchaStatus state={captcha.state} />
          <div className={styles.buttons}>
            <Button type="submit" size="md" loading={isPending}>
              {t('apply')}
            </Button>
          </div>
        </form>
        <section className={cardStyles.others} aria-labelledby="partnership-others">
          <h2 id="partnership-others">{t('partnership.others.title')}</h2>
          {others.map(([name, path]) => (
            <div key={name}>
              <Link to={path}>{t(`partnership.others.${name}.title`)}</Link>
              <p className="muted">{t(`partnership.others.${name}.text`)}</p>
            </div>
          ))}
        </section>
      </div>
      {sent !== undefined && <SentDialog number={sent} onClose={() => setSent(undefined)} />}
    </div>
  );
}
