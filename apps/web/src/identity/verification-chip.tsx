import type { VerificationState } from '@pelican/shared/contracts/kyc';
import { useTranslation } from 'react-i18next';
import { type ChipTone, StatusChip } from '../ui/status-chip.tsx';
import './messages.ts';

const tones: Record<VerificationState, ChipTone> = {
  not_verified: 'attention',
  in_process: 'progress',
  processing: 'waiting',
  partially_verified: 'attention',
  verified: 'done',
};

/** How far the verification of the identity is. */
export function VerificationChip({ state }: { state: VerificationState }) {
  const { t } = useTranslation('identity');
  return <StatusChip tone={tones[state]} label={t(`verification.${state}`)} />;
}
