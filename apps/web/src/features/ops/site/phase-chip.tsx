import { type ContentItemView, type ContentPhase, phaseOf } from '@pelican/shared/contracts/content';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../platform/clock.ts';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';

const tones: Record<ContentPhase, ChipTone> = {
  draft: 'queued',
  scheduled: 'waiting',
  live: 'done',
  ended: 'attention',
  hidden: 'attention',
};

/** What visitors see of it now. */
export function PhaseChip({ of }: { of: ContentItemView }) {
  const { t } = useTranslation('ops-site');
  const phase = phaseOf(of, serverNow() / 1000);
  return <StatusChip tone={tones[phase]} label={t(`phases.${phase}`)} />;
}
