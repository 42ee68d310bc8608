import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FactorName } from '@pelican/shared/contracts/auth';
import { changeRequest } from '@pelican/shared/contracts/passwords';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changePassword, sessionsQuery } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { NewPasswordFields } from '../../../identity/new-password-fields.tsx';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { validateWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import styles from './security.module.css';
import { ownFactors, useRefreshSecurity } from './use-security.ts';

const fieldNames = ['password_old', 'password', 'password_confirmation'] as const;

/** Changes the password, by the old one and a second factor where there is one. */
export function PasswordDialog({ factors, onClose }: { factors: readonly FactorName[]; onClose: () => void }) {
  const { t } = useTranslation('settings-security');
  const client = useQueryClient();
  const refresh = useRefreshSecurity();
  const server = useServerErrors(fieldNames);
  const draft = useProof(factors.filter((factor) => factor !== 'password'));
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
    mutationFn: (values: typeof form.values) => changePassword({ ...values, ...(draft.proof ?? {}) }),
    onMutate: server.clear,
    onSuccess: async ({ withdrawalsLockedUntil }) => {
      const until = formatDateTime(withdrawalsLockedUntil);
      notify.warning(t('password.doneText', { until }), { title: t('password.done') });
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
          {t('password.consequences')}
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
        <NewPasswordFields form={form} />
        <FactorFields draft={draft} source={ownFactors} />
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
