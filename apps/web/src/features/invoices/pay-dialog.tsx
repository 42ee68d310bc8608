import { Button } from '@mantine/core';
import { confirmation, type Invoice } from '@pelican/shared/contracts/invoices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceKey, invoicesKey, payInvoice, sendInvoiceCode } from '../../api/invoices.ts';
import { proofPasskeyOptions, securityQuery, sendFactorCode } from '../../api/security.ts';
import { balancesKey } from '../../api/wallet.ts';
import { CodeField } from '../../identity/code-field.tsx';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import styles from './invoices.module.css';

/** Whom it pays and how much, the code of the mail, and a second factor of those who have one. */
export function PayDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const { id, amount, ticker, owner } = invoice;
  const client = useQueryClient();
  const { data: security } = useQuery(securityQuery);
  const isProven = security?.twoFactorEnabled === false;
  const draft = useProof(isProven ? [] : (security?.factors ?? []));
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const server = useServerErrors(['code']);
  const sending = useCodeSending(() => sendInvoiceCode(id));
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    sending.send();
  }, [sending.send]);
  const request = { code, ...(draft.proof ? { factor: draft.proof.factor, factor_code: draft.proof.code } : {}) };
  const pay = useMutation({
    mutationFn: () => payInvoice(id, request),
    onMutate: () => {
      server.clear();
      setCodeError(undefined);
    },
    onSuccess: (paid) => {
      client.setQueryData([...invoiceKey(id)], paid);
      notify.success(t('pay.done', { amount, ticker, owner }));
      onClose();
    },
    onError: (error) => {
      setCodeError(server.take(error).code);
      draft.clear();
    },
    onSettled: () => {
      for (const queryKey of [balancesKey, invoicesKey, invoiceKey(id)])
        void client.invalidateQueries({ queryKey: [...queryKey] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateWith(confirmation)(request);
    setCodeError(found.code && t('pay.missing'));
    if (Object.keys(found).length === 0 && (isProven || draft.proof) && !pay.isPending) pay.mutate();
  };
  return (
    <Dialog title={t('pay.confirm')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <dl className={styles.facts}>
          <dt>{t('pay.owner')}</dt>
          <dd>{owner}</dd>
          <dt>{t('column.amount')}</dt>
          <dd>
            <strong>
              <Amount value={amount} decimals={18} ticker={ticker} withTicker />
            </strong>
          </dd>
        </dl>
        <p className="muted">{t('pay.code')}</p>
        <FormAlert problem={server.problem} />
        <ResendCode sending={sending} />
        <CodeField label={t('pay.codeLabel')} value={code} onChange={setCode} error={codeError} autoFocus />
        <FactorFields draft={draft} source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={pay.isPending} disabled={!isProven && !draft.proof}>
            {t('pay.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
