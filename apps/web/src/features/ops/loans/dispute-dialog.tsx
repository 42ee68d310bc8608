import { NativeSelect } from '@mantine/core';
import {
  type DisputeView,
  isDecidedByOne,
  type OperatorDecision,
  type OperatorLoan,
} from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { loanSettingsQuery } from '../../../api/loans-desk.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import styles from './loans.module.css';
import './messages.ts';

type Type = OperatorDecision['type'];
type Side = 'lender' | 'borrower';

const moneyDecimals = 2;

interface DisputeDialogProps {
  loan: OperatorLoan;
  dispute: DisputeView;
  onDecided: () => void;
  /** Called when it is decided, and not while another operator has to approve it. */
  onDone: () => void;
  onClose: () => void;
}

/** Ends a dispute by what its loan allows. None is chosen beforehand: in a hurry it would be the wrong one. */
export function DisputeDialog({ loan, dispute, onDecided, onDone, onClose }: DisputeDialogProps) {
  const { t } = useTranslation('ops-loans');
  const [type, setType] = useState<Type | ''>('');
  const [to, setTo] = useState<Side>('borrower');
  const [amount, setAmount] = useState('');
  const [isChecked, setChecked] = useState(false);
  const wanted = wireDecimal(amount);
  const decision = decisionBy({ type, to, amount: wanted, days: agreedDays(dispute) });
  return (
    <DecisionDialog
      title={t('dispute.decideTitle', { id: loan.id })}
      confirmLabel={t('dispute.decide')}
      takesTwo={type === '' || isDecidedByOne({ type }) ? undefined : 'always'}
      isComplete={() => {
        setChecked(true);
        return decision !== undefined;
      }}
      submit={(reason) => {
        // An incomplete one is not sent.
        const body = { decision: decision as OperatorDecision, dispute: dispute.id, reason };
        return call('POST /v2/ops/p2p/loans/:id/decide', { params: { id: loan.id }, body });
      }}
      doneText={t('dispute.done', { id: loan.id })}
      onDecided={onDecided}
      onDone={onDone}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <NativeSelect
          data-autofocus
          label={t('dispute.decision')}
          required
          value={type}
          error={isChecked && type === '' ? t('dispute.choose') : undefined}
          data={[
            { value: '', label: t('dispute.choose'), disabled: true },
            ...typesOf(loan, dispute).map((value) => ({ value, label: t(`decision.${value}`) })),
          ]}
          onChange={(event) => setType(event.currentTarget.value as Type)}
        />
        {type !== '' && <p>{t(bodyKey(type, loan), { days: agreedDays(dispute), pledge: loan.pledge })}</p>}
        {type === 'compensate' && (
          <>
            <NativeSelect
              label={t('dispute.to')}
              value={to}
              data={(['borrower', 'lender'] as const).map((value) => ({ value, label: t(`loan.${value}`) }))}
              onChange={(event) => setTo(event.currentTarget.value as Side)}
            />
            <DecimalInput
              label={t('dispute.amount', { money: loan.money })}
              description={<AtHand money={loan.money} />}
              decimals={moneyDecimals}
              value={amount}
              error={isChecked && isZeroDecimal(wanted) ? t('dispute.amountMissing') : undefined}
              onChange={setAmount}
            />
          </>
        )}
      </div>
    </DecisionDialog>
  );
}

/** What is there to compensate sides with. */
function AtHand({ money }: { money: string }) {
  const { t } = useTranslation('ops-loans');
  const { data } = useQuery(loanSettingsQuery);
  if (!data) return null;
  const held = data.holdings.find(({ account, asset }) => account === 'p2p_compensation' && asset === money);
  return t('dispute.atHand', { amount: formatUpTo(held?.balance ?? '0', moneyDecimals, groupingOf(money)), money });
}

/** By how many days both agree to extend the loan; undefined: they do not. */
function agreedDays({ lender_days: lender, borrower_days: borrower }: DisputeView): number | undefined {
  return lender !== null && lender > 0 && lender === borrower ? lender : undefined;
}

/**
 * What can end it. A sale that has begun may end by coins that are handed over (docs/decisions/0244); nothing else of its loan changes any more.
 * After the loan there is nothing to waive, sell or hand over.
 */
function typesOf({ state }: OperatorLoan, dispute: DisputeView): Type[] {
  if (state === 'liquidating') return ['dismiss', 'compensate', 'handOver'];
  if (state !== 'active' && state !== 'overdue') return ['dismiss', 'compensate'];
  const isExtendable = state === 'active' && agreedDays(dispute) !== undefined;
  return ['dismiss', 'waive', 'compensate', ...(isExtendable ? (['extend'] as const) : []), 'sell', 'handOver'];
}

/** What the decision does: coins are handed over at once, or at the end of a sale that has begun. */
function bodyKey(type: Type, { state }: OperatorLoan) {
  return type === 'handOver' && state === 'liquidating' ? 'decisionBody.handOverAfterSale' : `decisionBody.${type}`;
}

interface Typed {
  type: Type | '';
  to: Side;
  amount: string;
  days: number | undefined;
}

/** As it is sent; undefined: something is missing. */
function decisionBy({ type, to, amount, days }: Typed): OperatorDecision | undefined {
  if (type === '') return undefined;
  if (type === 'compensate') return isZeroDecimal(amount) ? undefined : { type, to, amount };
  if (type === 'extend') return days === undefined ? undefined : { type, days };
  return { type };
}
