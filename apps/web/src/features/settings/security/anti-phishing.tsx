import { Button, TextInput } from '@mantine/core';
import { generalSettingsRequest } from '@pelican/shared/contracts/settings';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { changeGeneralSettings } from '../../../api/settings.ts';
import { problemWith } from '../../../identity/validate.ts';
import { notify } from '../../../ui/notify.ts';
import { Section } from '../../../ui/settings-section.tsx';
import styles from './security.module.css';
import { type SecurityProps, useRefreshSecurity } from './use-security.ts';

const codeMax = 20;

/** A word of the person's own that stands in each of our mails. */
export function AntiPhishing({ security }: SecurityProps) {
  const { t } = useTranslation('settings-security');
  return (
    <Section title={t('phishing.title')} about={t('phishing.about')}>
      <CodeForm key={security?.antiPhishingCode ?? ''} current={security && (security.antiPhishingCode ?? '')} />
    </Section>
  );
}

/** @param current '' without one, undefined until it is known */
function CodeForm({ current }: { current: string | undefined }) {
  const { t } = useTranslation('settings-security');
  const refresh = useRefreshSecurity();
  const [typed, setTyped] = useState(current ?? '');
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (code: string | null) => changeGeneralSettings({ anti_phishing_code: code }),
    onSuccess: async (_, code) => {
      notify.success(t(code === null ? 'phishing.removed' : 'phishing.saved'));
      await refresh();
    },
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('phishing.failed') }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemWith(generalSettingsRequest, { anti_phishing_code: typed });
    setProblem(found);
    if (found) event.currentTarget.querySelector('input')?.focus();
    else save.mutate(typed);
  };
  return (
    <form className={styles.inline} noValidate onSubmit={submit}>
      <TextInput
        label={t('phishing.label')}
        size="md"
        autoComplete="off"
        maxLength={codeMax}
        disabled={current === undefined}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" size="md" variant="default" disabled={current === undefined} loading={save.isPending}>
        {t('phishing.save')}
      </Button>
      {current && (
        <Button size="md" variant="subtle" disabled={save.isPending} onClick={() => save.mutate(null)}>
          {t('phishing.remove')}
        </Button>
      )}
    </form>
  );
}
