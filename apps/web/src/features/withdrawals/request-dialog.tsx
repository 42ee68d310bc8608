import { Button } from '@mantine/core';
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { proofPasskeyOptions, sendFactorCode } from '../../api/security.ts';
import type { NetworkWithdrawal } from '../../api/withdrawals.ts';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useProof } from '../../identity/use-proof.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import type { WithdrawalSending } from './use-request.ts';
import styles from './withdrawals.module.css';

interface RequestDialogProps {
  wanted: NetworkWithdrawal;
  /** The address is an account, at a bank or a payment provider. */
  isToAccount?: boolean;
  factors: readonly FactorName[];
  request: WithdrawalSending;
  onClose: () => void;
}

/** The second factor, with what it lets out and where to. */
export function RequestDialog({ wanted, isToAccount = false, factors, request, onClose }: RequestDialogProps) {
  const { t } = useTranslation('withdrawals');
  const draft = useProof(factors);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!draft.proof) return;
    if (!(await request.send(draft.proof))) draft.clear();
  };
  // What concerns the form is shown there.
  const inForm = Object.values(request.fields).join(' ');
  return (
    <Dialog title={t('proof.title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <dl className={styles.facts}>
          <dt>{t('amount.label')}</dt>
          <dd>
            <Amount value={wanted.amount} ticker={wanted.ticker} withTicker />
          </dd>
          <dt>{t(isToAccount ? 'account' : 'address.label')}</dt>
          <dd className={styles.address}>{wanted.address}</dd>
          {wanted.memo && (
            <>
              <dt>{t('memo.label')}</dt>
              <dd className={styles.address}>{wanted.memo}</dd>
            </>
          )}
        </dl>
        <FormAlert problem={inForm === '' ? request.problem : { messages: [inForm], untilMs: null }} />
        <FactorFields
          draft={draft}
          source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }}
          autoFocus
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={request.isSending} disabled={!draft.proof}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
