import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../identity/code-field.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { ResendCode } from '../../../identity/resend-code.tsx';
import { type CodeSent, useCodeSending } from '../../../identity/use-code-sending.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import styles from './security.module.css';
import { useFactorAdded } from './use-security.ts';

interface EnableByCodeProps {
  about: string;
  send: () => Promise<CodeSent>;
  /** What the contract has against a code. */
  problemOf: (code: string) => string | undefined;
  enable: (code: string) => Promise<{ recoveryCodes?: string[] | undefined; apiKeysOff?: number | undefined }>;
  /** On the button; "Turn on" when absent. */
  verb?: string;
  /** Said when it is on. */
  done: string;
  onDone: (recoveryCodes: readonly string[] | undefined) => void;
  onClose: () => void;
}

/** Turns a second factor on by a code that is sent. */
export function EnableByCode({ about, send, problemOf, enable, verb, done, onDone, onClose }: EnableByCodeProps) {
  const { t } = useTranslation('settings-security');
  const say = useFactorAdded();
  const server = useServerErrors(['code']);
  const sending = useCodeSending(send);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const turnOn = useMutation({
    mutationFn: enable,
    onMutate: server.clear,
    onSuccess: async (added) => {
      onDone(added.recoveryCodes);
      await say(done, added);
    },
    onError: (error) => {
      setProblem(server.take(error).code);
      setCode('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(code);
    setProblem(found && t('codeMissing'));
    if (found === undefined) turnOn.mutate(code);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{about}</p>
      <FormAlert problem={server.problem} />
      <ResendCode sending={sending} />
      <CodeField
        value={code}
        error={problem}
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={turnOn.isPending}>
          {verb ?? t('method.enable')}
        </Button>
      </div>
    </form>
  );
}
