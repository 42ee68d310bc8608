import { Button } from '@mantine/core';
import { confirmation, type RequestedWithdrawal, type WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { securityQuery } from '../../api/security.ts';
import { balancesKey } from '../../api/wallet.ts';
import {
  cancelWithdrawal,
  confirmWithdrawal,
  sendWithdrawalMail,
  sendWithdrawalText,
  withdrawalsKey,
} from '../../api/withdrawals.ts';
import { CodeField } from '../../identity/code-field.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import { paths } from '../../platform/paths.ts';
import { Amount } from '../../ui/numbers.tsx';
import { useCountdown } from '../../ui/use-countdown.ts';
import styles from './withdrawals.module.css';

/** `sent` is known of what was requested on this page alone. */
export type PendingWithdrawal = WithdrawalView & Partial<Pick<RequestedWithdrawal, 'sent'>>;

interface ConfirmStepProps {
  pending: PendingWithdrawal;
  /** The network distinguishes receivers by a memo. */
  hasMemo: boolean;
  /** It goes to an account, at a bank or a payment provider, and to no address of a network. */
  isToAccount: boolean;
  onEnd: () => void;
}

const minuteSeconds = 60;

/** The code of the mail, or of a text message, while it may be confirmed. */
export function ConfirmStep({ pending, hasMemo, isToAccount, onEnd }: ConfirmStepProps) {
  const { t } = useTranslation('withdrawals');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const server = useServerErrors(['code']);
  const [codeError, setCodeError] = useState<string>();
  const secondsLeft = useCountdown(pending.expiresAt);
  const whatKey = isToAccount ? 'whatAccount' : hasMemo ? 'whatMemo' : 'what';
  const isOver = pending.expiresAt !== null && secondsLeft === 0;
  const refresh = () => {
    for (const queryKey of [balancesKey, withdrawalsKey]) void client.invalidateQueries({ queryKey: [...queryKey] });
  };
  const clear = () => {
    server.clear();
    setCodeError(undefined);
  };
  const onError = (error: Error) => {
    setCodeError(server.take(error).code);
    setCode('');
  };
  const confirm = useMutation({
    mutationFn: (typed: string) => confirmWithdrawal({ id: pending.id, code: typed }),
    onMutate: clear,
    onSuccess: ({ id }) => navigate(paths.successful, { state: { withdrawalId: id } }),
    onError,
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => cancelWithdrawal(pending.id),
    onMutate: clear,
    onSuccess: onEnd,
    onError,
    onSettled: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(confirmation, { id: pending.id, code });
    setCodeError(code === '' ? t('missing') : found);
    if (found === undefined) confirm.mutate(code);
  };
  return (
    <section className={styles.form} aria-labelledby="confirm-withdrawal">
      <h2 id="confirm-withdrawal">{t('confirm.title')}</h2>
      <p>{t(`confirm.${askedOf(pending)}`, { what: t(`confirm.${whatKey}`) })}</p>
      <dl className={styles.facts}>
        {/* The message names what leaves the wallet. */}
        <dt>{t('amount.label')}</dt>
        <dd>
          <Amount value={pending.amount} ticker={pending.ticker} withTicker />
        </dd>
        <dt>{t('receipt.fee')}</dt>
        <dd>
          <Amount value={pending.fee} ticker={pending.ticker} withTicker />
        </dd>
        <dt>{t('receipt.net')}</dt>
        <dd>
          <Amount value={pending.net} ticker={pending.ticker} withTicker />
        </dd>
        <dt>{t(isToAccount ? 'account' : 'address.label')}</dt>
        <dd className={styles.address}>{pending.address}</dd>
        {hasMemo && (
          <>
            <dt>{t('memo.label')}</dt>
            <dd className={styles.address}>{pending.memo || t('confirm.noMemo')}</dd>
          </>
        )}
      </dl>
      {isOver ? (
        <>
          <p role="status">{t('confirm.over')}</p>
          <Button onClick={onEnd}>{t('confirm.again')}</Button>
        </>
      ) : (
        <form className={styles.form} noValidate onSubmit={submit}>
          <FormAlert problem={server.problem} />
          <Sending pending={pending} />
          <CodeField
            value={code}
            onChange={setCode}
            onComplete={(typed) => confirm.mutate(typed)}
            error={codeError}
            autoFocus
          />
          {pending.expiresAt !== null && (
            <p className="hint tabular">{t('confirm.left', { count: Math.ceil(secondsLeft / minuteSeconds) })}</p>
          )}
          <div className={styles.buttons}>
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('cancel.verb')}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {t('confirm.submit')}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

function askedOf({ sent, confirmBy }: PendingWithdrawal): 'sentByMail' | 'sentByText' | 'ask' {
  if (!sent) return 'ask';
  return confirmBy[0] === 'text' ? 'sentByText' : 'sentByMail';
}

/** Where the code went; another one over a channel that the withdrawal may be confirmed over. */
function Sending({ pending: { id, sent = null, confirmBy } }: { pending: PendingWithdrawal }) {
  const { t } = useTranslation('withdrawals');
  const { data: security } = useQuery(securityQuery);
  const [first] = confirmBy;
  const mail = useCodeSending(() => sendWithdrawalMail(id), first === 'mail' ? sent : null);
  const text = useCodeSending(() => sendWithdrawalText(id), first === 'text' ? sent : null);
  if (first === 'text') return <ResendCode sending={text} />;
  return (
    <>
      <ResendCode sending={mail} />
      {confirmBy.includes('text') && security?.phone && (
        <details className={styles.other}>
          <summary>{t('confirm.byText', { phone: security.phone })}</summary>
          <ResendCode sending={text} />
        </details>
      )}
    </>
  );
}
