import { useTranslation } from 'react-i18next';
import { type FundingRate, useFundingRate, useServerTime } from '../../../live/index.ts';
import { percentText } from '../account/sizes.ts';
import { countdown } from './countdown.ts';

interface KnownFunding {
  rate: string;
  /** Milliseconds. */
  time: number;
}

/** The rate of the next settlement: live, and until the feed has sent one that of the list. */
export function currentFunding(live: FundingRate | null, listed: KnownFunding): KnownFunding {
  return live ? { rate: live.current_rate, time: live.current_time * 1000 } : listed;
}

/** The rate that is exchanged next, and the time until then. */
export function FundingLine({ market, listed }: { market: string; listed: KnownFunding }) {
  const { t } = useTranslation('perpetual');
  const { rate, time } = currentFunding(useFundingRate(market), listed);
  const now = useServerTime();
  return (
    <span className="tabular">
      {t('strip.fundingRate', { rate: percentText(rate) })}{' '}
      <span className="muted">{now === null || time === 0 ? '–' : countdown(time / 1000 - now)}</span>
    </span>
  );
}
