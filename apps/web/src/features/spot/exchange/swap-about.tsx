import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths, tradePath } from '../../../platform/paths.ts';
import { ratePercent } from '../../../terminal/form/form-numbers.ts';
import { useSpotMarket } from '../market-context.ts';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';

/** How a swap works and what it costs, beside the form. */
export function SwapAbout() {
  const { t } = useTranslation(exchangeMessages);
  const { info } = useSpotMarket();
  const rates = { gst: ratePercent(info.gst), tds: ratePercent(info.tds_exchange) };
  return (
    <aside className={styles.help} aria-label={t('help.title')}>
      <h2>{t('help.title')}</h2>
      <dl>
        {(['price', 'limit', 'charges', 'wallet'] as const).map((item) => (
          <div key={item}>
            <dt>{t(`help.${item}.title`)}</dt>
            <dd className="muted">{t(`help.${item}.text`, rates)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.links}>
        <Link to={paths.fees}>{t('help.fees')}</Link>
        <Link to={tradePath(info.name)}>{t('help.market', { pair: `${info.stock}/${info.money}` })}</Link>
      </p>
    </aside>
  );
}
