import { useTranslation } from 'react-i18next';
import styles from '../../../terminal/form/order-form.module.css';
import controls from '../../../terminal/parts/controls.module.css';
import type { TimeInForce } from './order-form-logic.ts';
import { useSpotForm } from './spot-form-store.ts';

const choices: TimeInForce[] = ['gtc', 'ioc', 'fok'];

/** How a limit order may trade: until cancelled, at once, all or nothing; or only as a maker. */
export function OrderOptions() {
  const { t } = useTranslation('spot');
  const { tif, postOnly, set } = useSpotForm();
  return (
    <div className={styles.options}>
      <label className={controls.check}>
        <input
          type="checkbox"
          checked={postOnly}
          onChange={(event) =>
            set({ postOnly: event.currentTarget.checked, ...(event.currentTarget.checked ? { tif: 'gtc' } : {}) })
          }
        />
        {t('form.postOnly')}
      </label>
      <select
        className={controls.select}
        aria-label={t('form.tif')}
        value={tif}
        onChange={(event) => {
          const next = event.currentTarget.value as TimeInForce;
          set({ tif: next, ...(next === 'gtc' ? {} : { postOnly: false }) });
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`form.${choice}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
