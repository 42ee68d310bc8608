import { Button, TextInput } from '@mantine/core';
import { generalSettingsRequest } from '@pelican/shared/contracts/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { changeGeneralSettings, generalSettingsQuery } from '../../../api/settings.ts';
import { problemWith } from '../../../identity/validate.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './profile.module.css';

/** @param nickname undefined until it is known */
export function NicknameForm({ nickname }: { nickname: string | undefined }) {
  const { t } = useTranslation('settings-profile');
  const client = useQueryClient();
  const [typed, setTyped] = useState(nickname ?? '');
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: () => changeGeneralSettings({ nickname: typed }),
    onSuccess: (settings) => {
      client.setQueryData(generalSettingsQuery.queryKey, settings);
      notify.success(t('nickname.saved', { nickname: settings.nickname }));
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields.nickname?.join(' ') : undefined;
      setProblem(field);
      if (!field) notify.error(messagesOf(error).join(' '), { title: t('nickname.failed') });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemWith(generalSettingsRequest, { nickname: typed });
    setProblem(found);
    if (found) event.currentTarget.querySelector('input')?.focus();
    else save.mutate();
  };
  return (
    <form className={styles.nickname} noValidate onSubmit={submit}>
      <TextInput
        label={t('nickname.label')}
        description={t('nickname.hint')}
        size="md"
        autoComplete="nickname"
        maxLength={32}
        disabled={nickname === undefined}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" size="md" variant="default" loading={save.isPending} disabled={nickname === undefined}>
        {t('nickname.save')}
      </Button>
    </form>
  );
}
