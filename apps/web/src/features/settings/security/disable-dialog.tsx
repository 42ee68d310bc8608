import { Button } from '@mantine/core';
import type { FactorName, FactorProof } from '@pelican/shared/contracts/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery } from '../../../api/api-keys.ts';
import { toggleFactor, toggleSms } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useLockTime } from '../../../identity/use-lock-time.ts';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { saidHere } from '../../../ui/said-here.ts';
import styles from './security.module.css';
import { ownFactors, useRefreshSecurity } from './use-security.ts';

/** A second factor that is turned on and off. */
export type Method = 'totp' | 'sms' | 'email_code';

export interface EnableDialogProps {
  /** Masked; null until one is verified. */
  phone: string | null;
  /** @param recoveryCodes with the first second factor */
  onDone: (recoveryCodes: readonly string[] | undefined) => void;
  onClose: () => void;
}

function turnOff(method: Method, proof: FactorProof): Promise<unknown> {
  return method === 'sms' ? toggleSms({ enable: false, ...proof }) : toggleFactor({ enable: false, method, ...proof });
}

interface DisableDialogProps {
  method: Method;
  factors: readonly FactorName[];
  onClose: () => void;
}

/** Turns a second factor off, by a code of one that guards the account. API keys stop working with it. */
export function DisableDialog({ method, factors, onClose }: DisableDialogProps) {
  const { t } = useTranslation('settings-security');
  const lockTime = useLockTime();
  const client = useQueryClient();
  const refresh = useRefreshSecurity();
  const server = useServerErrors([]);
  const draft = useProof(factors);
  const disable = useMutation({
    mutationFn: (proof: FactorProof) => turnOff(method, proof),
    onMutate: () => {
      saidHere('two_factor_disabled');
      server.clear();
    },
    onSuccess: async () => {
      notify.warning(t(`method.${method}.disabled`));
      onClose();
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })]);
    },
    onError: (error) => {
      server.take(error);
      draft.clear();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof) disable.mutate(draft.proof);
  };
  return (
    <Dialog title={t(`method.${method}.disableAsk`)} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.warning}>
          <IconAlertTriangle size={20} aria-hidden />
          {t('method.keysEnd', { time: lockTime })}
        </p>
        <FormAlert problem={server.problem} />
        <FactorFields draft={draft} source={ownFactors} autoFocus />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('method.keep')}
          </Button>
          <Button type="submit" variant="danger" loading={disable.isPending} disabled={!draft.proof}>
            {t('method.disable')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
