import type { OperatorLoan } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import './messages.ts';

const calls = {
  sell: 'POST /v2/ops/p2p/loans/:id/sell',
  takeBack: 'POST /v2/ops/p2p/loans/:id/take-back',
  endSale: 'POST /v2/ops/p2p/loans/:id/end-sale',
  writeOff: 'POST /v2/ops/p2p/loans/:id/write-off',
} as const;
export type LoanDecision = keyof typeof calls;

interface LoanDialogProps {
  loan: OperatorLoan;
  decision: LoanDecision;
  onDecided: () => void;
  onClose: () => void;
}

/** Has a pledge sold, ends a sale, or gives up what is owed; each takes two operators. */
export function LoanDialog({ loan: { id, coins, pledge }, decision, onDecided, onClose }: LoanDialogProps) {
  const { t } = useTranslation('ops-loans');
  return (
    <DecisionDialog
      title={t(`${decision}.title`, { id })}
      confirmLabel={t(`${decision}.verb`)}
      tone="danger"
      takesTwo="always"
      submit={(reason) => call(calls[decision], { params: { id }, body: { reason } })}
      doneText={t(`${decision}.done`, { id })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t(`${decision}.body`, { coins, pledge })}</p>
    </DecisionDialog>
  );
}
