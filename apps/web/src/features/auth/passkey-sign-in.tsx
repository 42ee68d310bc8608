import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loginByPasskey, passkeyOptions } from '../../api/auth.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { askPasskey, hasPasskeys, isGivenUp } from '../../identity/passkeys.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import styles from './auth.module.css';

/** Signs in by a passkey, without a password; the guard of the page goes on from there. */
export function PasskeySignIn() {
  const { t } = useTranslation('auth');
  const server = useServerErrors([]);
  const signIn = useMutation({
    mutationFn: async () => {
      const { ticket, options } = await passkeyOptions();
      await loginByPasskey(ticket, await askPasskey(options));
    },
    onMutate: server.clear,
    onError: (error) => {
      // Who closes the browser's own dialog knows it.
      if (!isGivenUp(error)) server.take(error);
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <div className={styles.form}>
      <p className={styles.or}>{t('signIn.or')}</p>
      <FormAlert problem={server.problem} />
      <Button variant="default" size="md" fullWidth loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.passkey')}
      </Button>
    </div>
  );
}
