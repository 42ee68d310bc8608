import type { LoanView } from '@pelican/shared/contracts/loans';
import type { Loan } from '@pelican/shared/loans';
import { useTranslation } from 'react-i18next';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';

const tones: Record<Loan['state'], ChipTone> = {
  pending: 'waiting',
  active: 'progress',
  overdue: 'attention',
  liquidating: 'attention',
  repaid: 'done',
  liquidated: 'failed',
  defaulted: 'failed',
  written_off: 'failed',
  rejected: 'failed',
  withdrawn: 'queued',
  expired: 'queued',
};
const levelTones: Record<NonNullable<LoanView['level']>, ChipTone> = {
  ok: 'done',
  warning: 'attention',
  call: 'attention',
  liquidation: 'failed',
};

export function LoanStateChip({ state }: Pick<LoanView, 'state'>) {
  const { t } = useTranslation('loans');
  return <StatusChip tone={tones[state]} label={t(`state.${state}`)} />;
}

/** How far the pledge is from being sold; nothing where no price says it. */
export function LevelChip({ level }: Pick<LoanView, 'level'>) {
  const { t } = useTranslation('loans');
  return level && <StatusChip tone={levelTones[level]} label={t(`level.${level}`)} />;
}
