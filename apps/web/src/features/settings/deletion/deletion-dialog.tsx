import { Button, PasswordInput } from '@mantine/core';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import { deletionRequest } from '@pelican/shared/contracts/deletion';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestDeletion } from '../../../api/deletion.ts';
import { proofPasskeyOptions, securityQuery, sendFactorCode } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { problemWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './deletion.module.css';
import { useNewDeletionState } from './use-deletion.ts';

/** Asks for the password, and a second factor where there is one. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings-deletion');
  const takeOver = useNewDeletionState();
  const { data: security } = useQuery(securityQuery);
  const draft = useProof(guardFactorsOf(security?.factors ?? []).filter((factor) => factor !== 'password'));
  const server = useServerErrors(['password']);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const ask = useMutation({
    mutationFn: () => requestDeletion({ password, ...(draft.proof ?? {}) }),
    onMutate: server.clear,
    onSuccess: (state) => {
      takeOver(state);
      onClose();
    },
    onError: (error) => {
      setProblem(server.take(error).password);
      draft.clear();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemWith(deletionRequest, { password });
    setProblem(found);
    if (found) event.currentTarget.querySelector('input')?.focus();
    else ask.mutate();
  };
  return (
    <Dialog title={t('ask')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>{t('fact.wait')}</p>
        <FormAlert problem={server.problem} />
        <PasswordInput
          label={t('password')}
          size="md"
          data-autofocus
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('identity:showPassword'), tabIndex: 0 }}
          value={password}
          error={problem}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <FactorFields draft={draft} source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button type="submit" variant="danger" loading={ask.isPending}>
            {t('delete')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
