import { Button } from '@mantine/core';
import type { FactorName, FactorProof } from '@pelican/shared/contracts/auth';
import { type CreatedCode, type NewCodeRequest, newCode } from '@pelican/shared/contracts/codes';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { codesKey, createCode, sendCodeConfirmation } from '../../api/codes.ts';
import { proofPasskeyOptions, sendFactorCode } from '../../api/security.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { balancesKey } from '../../api/wallet.ts';
import { CodeField } from '../../identity/code-field.tsx';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './codes.module.css';

interface ConfirmCodeDialogProps {
  request: Pick<NewCodeRequest, 'ticker' | 'amount'>;
  factors: readonly FactorName[];
  onCreated: (code: CreatedCode) => void;
  onClose: () => void;
}

/** The second factor, before money leaves the wallet, and for much of it the code of a mail. */
export function ConfirmCodeDialog({ request, factors, onCreated, onClose }: ConfirmCodeDialogProps) {
  const { t } = useTranslation('codes');
  const client = useQueryClient();
  const server = useServerErrors([]);
  const draft = useProof(factors);
  const { submit, sending } = useSubmitOnce<CreatedCode>('transfer code');
  const mail = useCodeSending(() => sendCodeConfirmation(request));
  const [needsMail, setNeedsMail] = useState(false);
  const [mailCode, setMailCode] = useState('');
  const requestOf = (proof: FactorProof) => ({ ...request, ...proof, ...(needsMail ? { mail_code: mailCode } : {}) });
  const isComplete = draft.proof !== null && problemWith(newCode, requestOf(draft.proof)) === undefined;
  const create = async (proof: FactorProof) => {
    server.clear();
    let isUsed = true;
    // The key is of what is wanted, not of the proof, which is another one with each try.
    const send = (wanted: typeof request, key: string) =>
      createCode({ ...wanted, ...proof, ...(needsMail ? { mail_code: mailCode } : {}) }, key).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'confirmation_needed' && !needsMail) {
            isUsed = false;
            setNeedsMail(true);
            mail.send();
          } else server.take(error);
          throw error;
        },
      );
    const isDone = await submit({ request, send }, onCreated);
    if (!isDone && isUsed) {
      draft.clear();
      setMailCode('');
    }
    void client.invalidateQueries({ queryKey: balancesKey });
    void client.invalidateQueries({ queryKey: codesKey });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof && isComplete) void create(draft.proof);
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
        {needsMail && (
          <>
            <p className="muted">{t('confirm.mail')}</p>
            <ResendCode sending={mail} />
            <CodeField label={t('confirm.mailCode')} value={mailCode} onChange={setMailCode} autoFocus />
          </>
        )}
        <FactorFields
          draft={draft}
          source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }}
          autoFocus
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={sending} disabled={!isComplete}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
