import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { version } from '../../../package.json';
import { useServerTime } from '../../live/index.ts';
import { paths } from '../../platform/paths.ts';
import { siteName } from '../../platform/site-name.ts';
import { formatClock } from '../../ui/format-time.ts';
import { StatusBarContent } from '../../ui/status-bar-slot.tsx';
import { ratePercent } from '../form/form-numbers.ts';
import { ConnectionChip } from './connection-chip.tsx';
import styles from './terminal.module.css';

function ServerClock() {
  const { t } = useTranslation('terminal');
  const time = useServerTime();
  return (
    <span className="tabular">
      {t('status.serverTime')} {time === null ? '–' : formatClock(time)}
    </span>
  );
}

/** Help, connection, server time, fees, links: the 24 px under the terminal. Rates are fractions. */
export function TerminalStatusBar({ makerFee, takerFee }: { makerFee: string; takerFee: string }) {
  const { t } = useTranslation('terminal');
  return (
    <StatusBarContent>
      <Link to={paths.support}>{t('status.help')}</Link>
      <ConnectionChip />
      <ServerClock />
      <span className="tabular">
        {t('status.fees', { maker: ratePercent(makerFee), taker: ratePercent(takerFee) })}
      </span>
      <span className={styles.statusEnd}>
        <Link to={paths.preferences}>{t('status.preferences')}</Link>
        <a href="/docs" target="_blank" rel="noopener">
          {t('status.api')}
        </a>
        <span>
          {siteName} {version}
        </span>
      </span>
    </StatusBarContent>
  );
}
