import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import { changeRequest } from '@pelican/shared/contracts/passwords';
import type { SecuritySettings } from '@pelican/shared/contracts/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword, sessionsQuery } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { NewPasswordFields } from '../../../identity/new-password-fields.tsx';
import { useLockTime } from '../../../identity/use-lock-time.ts';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { validateWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { saidHere } from '../../../ui/said-here.ts';
import { RecentAccess } from './recent-access.tsx';
import styles from './security.module.css';
import { ownFactors, useRefreshSecurity } from './use-security.ts';

const noneRemoved = { factors: [], apiKeys: 0, phone: false };
const fieldNames = ['password_old', 'password', 'password_confirmation'] as const;

/** Changes the password, by the old one and a second factor where there is one. */
export function PasswordDialog({ security, onClose }: { security: SecuritySettings; onClose: () => void }) {
  const { factors, recent = [] } = security;
  const { t } = useTranslation('settings-security');
  const lockTime = useLockTime();
  const client = useQueryClient();
  const refresh = useRefreshSecurity();
  const server = useServerErrors(fieldNames);
  const draft = useProof(guardFactorsOf(factors.filter((factor) => factor !== 'password')));
  const [keepsRecent, setKeepsRecent] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password_old: '', password: '', password_confirmation: '' },
    validate: validateWith(changeRequest),
  });
  const focusFirst = (errors: Record<string, unknown>) => {
    const first = fieldNames.find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  const change = useMutation({
    mutationFn: (values: typeof form.values) => changePassword({ ...values, keep_recent: keepsRecent, ...draft.proof }),
    onMutate: () => {
      saidHere('password_changed');
      server.clear();
    },
    onSuccess: async ({ withdrawalsLockedUntil, removed = noneRemoved }) => {
      const texts = [t('password.doneText', { until: formatDateTime(withdrawalsLockedUntil) })];
      const names = removed.factors.map((method) => t(`recent.kind.${method}`));
      if (removed.phone) names.push(t('recent.kind.phone'));
      if (names.length > 0) texts.push(t('recent.removed', { names: names.join(', ') }));
      if (removed.apiKeys > 0) texts.push(t('recent.keysOff', { count: removed.apiKeys }));
      notify.warning(texts.join(' '), { title: t('password.done') });
      onClose();
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: sessionsQuery.queryKey })]);
    },
    onError: (error) => {
      const errors = server.take(error);
      form.setErrors(errors);
      focusFirst(errors);
      draft.clear();
    },
  });
  return (
    <Dialog title={t('password.change')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => change.mutate(values), focusFirst)}>
        <p className={styles.warning}>
          <IconAlertTriangle size={20} aria-hidden />
          {t('password.consequences', { time: lockTime })}
        </p>
        <FormAlert problem={server.problem} />
        <PasswordInput
          label={t('password.old')}
          size="md"
          data-autofocus
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('identity:showPassword'), tabIndex: 0 }}
          key={form.key('password_old')}
          {...form.getInputProps('password_old')}
        />
        <NewPasswordFields
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('password_confirmation')}
        />
        <FactorFields draft={draft} source={ownFactors} />
        {recent.length > 0 && <RecentAccess recent={recent} isKept={keepsRecent} onKeep={setKeepsRecent} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
