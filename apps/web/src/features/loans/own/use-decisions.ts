import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { decideRequest, withdrawRequest } from '../../../api/loans.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyText, percentText } from '../figures.tsx';
import { useLoanAct } from '../use-loan-act.ts';

/** The answers to a request: the lender's yes and no, and the borrower's withdrawal. Each is asked about once. */
export function useDecisions(loan: LoanView) {
  const { t } = useTranslation('loans');
  const scope = `request ${loan.id}`;
  const decision = useLoanAct({ scope, send: decideRequest, isNotified: true });
  const withdrawal = useLoanAct({ scope, send: withdrawRequest, isNotified: true });
  const { id, username, fiat_ticker, crypto_ticker, days } = loan;
  const values = {
    amount: moneyText(loan.amount_fiat, fiat_ticker),
    name: username ?? '',
    pledge: `${loan.amount_crypto} ${crypto_ticker}`,
    ltv: percentText(loan.ltv),
    percent: percentText(loan.percent),
    count: days,
  };
  const ask = async (way: 'approve' | 'reject' | 'withdraw', tone: 'primary' | 'danger', go: () => Promise<void>) => {
    const isSure = await confirm({
      title: t(`${way}.ask`, values),
      body: t(`${way}.text`, values),
      confirmLabel: t(`${way}.verb`),
      tone,
    });
    if (isSure) await go();
  };
  const decide = (approves: boolean) =>
    decision.act({ id, approves }, () => notify.success(t(approves ? 'approve.done' : 'reject.done', values)));
  return {
    approve: () => void ask('approve', 'primary', () => decide(true)),
    reject: () => void ask('reject', 'danger', () => decide(false)),
    withdraw: () =>
      void ask('withdraw', 'danger', () => withdrawal.act(id, () => notify.success(t('withdraw.done', values)))),
    sending: decision.sending || withdrawal.sending,
  };
}
