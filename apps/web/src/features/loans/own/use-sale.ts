import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { sellPledge } from '../../../api/loans.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyText } from '../figures.tsx';
import { useLoanAct } from '../use-loan-act.ts';

/** The borrower's own wish to have the pledge sold, which is asked about once. */
export function useSale(loan: LoanView) {
  const { t } = useTranslation('loans');
  const { id, amount_crypto, crypto_ticker, repay_amount, fiat_ticker } = loan;
  const { act, sending } = useLoanAct({ scope: `sell pledge ${id}`, send: sellPledge, isNotified: true });
  const ask = async () => {
    const isSure = await confirm({
      title: t('sell.ask', { id }),
      body: t('sell.text', { pledge: `${amount_crypto} ${crypto_ticker}`, debt: moneyText(repay_amount, fiat_ticker) }),
      confirmLabel: t('sell.verb'),
      tone: 'danger',
    });
    if (isSure) await act(id, () => notify.success(t('sell.done')));
  };
  return { sell: () => void ask(), sending };
}
