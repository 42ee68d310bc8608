import { Button } from '@mantine/core';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import styles from '../loans.module.css';
import { Decisions } from './decisions.tsx';
import { PledgeDialog } from './pledge-dialog.tsx';
import { RepayDialog } from './repay-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import { useSale } from './use-sale.ts';

type Open = 'repay' | 'topUp' | 'release';

/** What this side may do with a request or loan now; nothing once it has ended. */
export function LoanActions({ loan }: { loan: LoanView }) {
  const isPending = loan.state === 'pending';
  if (loan.role === 'lend') return isPending ? <Decisions loan={loan} /> : null;
  // A loan in default can still be repaid.
  return isPending || isRunning(loan) || loan.state === 'defaulted' ? <BorrowerActions loan={loan} /> : null;
}

function BorrowerActions({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { withdraw, sending } = useDecisions(loan);
  const sale = useSale(loan);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayRelease =
    loan.state === 'active' && !loan.dispute && loan.release_max !== null && !isZeroDecimal(loan.release_max);
  return (
    <div className={`${styles.actions} ${styles.thumb}`}>
      {loan.state !== 'pending' && <Button onClick={() => setOpen('repay')}>{t('repay.open')}</Button>}
      {loan.state !== 'defaulted' && (
        <Button variant="default" onClick={() => setOpen('topUp')}>
          {t('topUp.open')}
        </Button>
      )}
      {mayRelease && (
        <Button variant="default" onClick={() => setOpen('release')}>
          {t('release.open')}
        </Button>
      )}
      {isRunning(loan) && (
        <Button variant="default" loading={sale.sending} onClick={sale.sell}>
          {t('sell.open')}
        </Button>
      )}
      {loan.state === 'pending' && (
        <Button variant="default" loading={sending} onClick={withdraw}>
          {t('withdraw.open')}
        </Button>
      )}
      {open === 'repay' && <RepayDialog loan={loan} onClose={close} />}
      {(open === 'topUp' || open === 'release') && <PledgeDialog way={open} loan={loan} onClose={close} />}
    </div>
  );
}
