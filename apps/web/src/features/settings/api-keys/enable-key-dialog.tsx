import { Button } from '@mantine/core';
import type { ApiKeyView } from '@pelican/shared/contracts/api-keys';
import type { FactorName, FactorProof } from '@pelican/shared/contracts/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery, enableApiKey } from '../../../api/api-keys.ts';
import { proofPasskeyOptions, sendFactorCode } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './api-keys.module.css';

interface EnableKeyDialogProps {
  apiKey: ApiKeyView;
  /** Second factors of the account; without one no key is turned on. */
  factors: readonly FactorName[];
  onClose: () => void;
}

/** Turns a key on by a second factor. */
export function EnableKeyDialog({ apiKey, factors, onClose }: EnableKeyDialogProps) {
  const { t } = useTranslation('settings-api-keys');
  const client = useQueryClient();
  const server = useServerErrors([]);
  const draft = useProof(factors);
  const enable = useMutation({
    mutationFn: (proof: FactorProof) => enableApiKey(apiKey.id, proof),
    onMutate: server.clear,
    onSuccess: async () => {
      notify.success(t('enable.done'));
      onClose();
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
    onError: (error) => {
      server.take(error);
      draft.clear();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof) enable.mutate(draft.proof);
  };
  return (
    <Dialog title={t('enable.ask', { name: apiKey.name })} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>{t(factors.length > 0 ? 'enable.text' : 'twoFactor')}</p>
        <FormAlert problem={server.problem} />
        <FactorFields
          draft={draft}
          source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }}
          autoFocus
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={enable.isPending} disabled={!draft.proof}>
            {t('enable.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
