import { Button } from '@mantine/core';
import type { FactorName, FactorProof } from '@pelican/shared/contracts/auth';
import type { CreatedCode, NewCodeRequest } from '@pelican/shared/contracts/codes';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { codesKey, createCode } from '../../api/codes.ts';
import { proofPasskeyOptions, sendFactorCode } from '../../api/security.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { balancesKey } from '../../api/wallet.ts';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './codes.module.css';

interface ConfirmCodeDialogProps {
  request: Pick<NewCodeRequest, 'ticker' | 'amount'>;
  factors: readonly FactorName[];
  onCreated: (code: CreatedCode) => void;
  onClose: () => void;
}

/** The second factor, before money leaves the wallet. */
export function ConfirmCodeDialog({ request, factors, onCreated, onClose }: ConfirmCodeDialogProps) {
  const { t } = useTranslation('codes');
  const client = useQueryClient();
  const server = useServerErrors([]);
  const draft = useProof(factors);
  const { submit, sending } = useSubmitOnce<CreatedCode>('transfer code');
  const create = async (proof: FactorProof) => {
    server.clear();
    // The key is of what is wanted, not of the proof, which is another one with each try.
    const send = (wanted: typeof request, key: string) =>
      createCode({ ...wanted, ...proof }, key).catch((error: unknown) => {
        server.take(error);
        throw error;
      });
    const isDone = await submit({ request, send }, onCreated);
    if (!isDone) draft.clear();
    void client.invalidateQueries({ queryKey: balancesKey });
    void client.invalidateQueries({ queryKey: codesKey });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof) void create(draft.proof);
  };
  return (
    <Dialog title={t('confirm.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <p className={styles.available}>
          <span>{t('confirm.amount')}</span>
          <strong>
            <Amount value={request.amount} ticker={request.ticker} withTicker />
          </strong>
        </p>
        <p className="muted">{t('confirm.text')}</p>
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
          <Button type="submit" loading={sending} disabled={!draft.proof}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
