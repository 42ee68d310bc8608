import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { version } from '../../../../package.json';
import { type FeedHealth, useConnection, useServerTime } from '../../../live/index.ts';
import { siteName } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { formatClock } from '../../../ui/format-time.ts';
import { StatusBarContent } from '../../../ui/status-bar-slot.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { ratePercent } from '../form/order-receipt.tsx';
import { useFees } from '../form/use-form-context.ts';
import styles from './trade-page.module.css';

const tones: Record<FeedHealth, ChipTone> = {
  connecting: 'progress',
  live: 'done',
  delayed: 'attention',
  stale: 'attention',
  offline: 'failed',
};

/** State of the connection in an icon and a word; nothing while all is well, on request. */
export function ConnectionChip({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation('trade');
  const { health, lastFrameAt } = useConnection();
  if (quiet && (health === 'live' || health === 'connecting')) return null;
  return <StatusChip tone={tones[health]} label={t(`health.${health}`, { time: formatClock(lastFrameAt / 1000) })} />;
}

function ServerClock() {
  const { t } = useTranslation('trade');
  const time = useServerTime();
  return (
    <span className="tabular">
      {t('status.serverTime')} {time === null ? '–' : formatClock(time)}
    </span>
  );
}

/** Connection, server time, fees, help: the 24 px under the terminal. */
export function TradeStatusBar() {
  const { t } = useTranslation('trade');
  const { rates } = useFees();
  return (
    <StatusBarContent>
      <ConnectionChip />
      <ServerClock />
      <span className="tabular">
        {t('status.fees', { maker: ratePercent(rates.makerFee), taker: ratePercent(rates.takerFee) })}
      </span>
      <span className={styles.statusEnd}>
        <Link to={paths.preferences}>{t('status.preferences')}</Link>
        <a href="/docs">{t('status.help')}</a>
        <span>
          {siteName} {version}
        </span>
      </span>
    </StatusBarContent>
  );
}
