import { useTranslation } from 'react-i18next';
import { StatusChip } from '../ui/status-chip.tsx';
import './messages.ts';
import type { CaptchaState } from './use-captcha.ts';

const tones = { working: 'progress', solved: 'done', failed: 'failed' } as const;

/** Says how far the captcha is; nothing where none is demanded. */
export function CaptchaStatus({ state }: { state: CaptchaState }) {
  const { t } = useTranslation('identity');
  if (state === 'none') return null;
  return (
    <p role="status">
      <StatusChip tone={tones[state]} label={t(`captcha.${state}`)} />
    </p>
  );
}
