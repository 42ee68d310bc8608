import { Button, TextInput } from '@mantine/core';
import { addPasskeyRequest } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPasskey, newPasskeyOptions } from '../../../api/security.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { isGivenUp, makePasskey } from '../../../identity/passkeys.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { validateWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LockNotice } from './lock-notice.tsx';
import styles from './security.module.css';
import { useFactorAdded } from './use-security.ts';

const nameMax = 50;

interface PasskeyDialogProps {
  /** @param recoveryCodes with the first second factor */
  onDone: (recoveryCodes: readonly string[] | undefined) => void;
  onClose: () => void;
}

/** Names a passkey and lets the browser make it. */
export function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation('settings-security');
  const say = useFactorAdded();
  const server = useServerErrors(['name']);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    mutationFn: async () => addPasskey(name.trim(), await makePasskey((await newPasskeyOptions()).options)),
    onMutate: server.clear,
    onSuccess: async (added) => {
      onDone(added.recoveryCodes);
      await say(t('passkeys.added', { name: name.trim() }), added);
    },
    onError: (error) => {
      if (isGivenUp(error)) setProblem(t('passkeys.givenUp'));
      else setProblem(server.take(error).name);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateWith(addPasskeyRequest)({ name }).name;
    setProblem(name.trim() === '' ? t('passkeys.nameMissing') : found);
    if (found === undefined) add.mutate();
  };
  return (
    <Dialog title={t('passkeys.add')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={server.problem} />
        <TextInput
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          size="md"
          data-autofocus
          autoComplete="off"
          maxLength={nameMax}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <LockNotice />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('passkeys.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
