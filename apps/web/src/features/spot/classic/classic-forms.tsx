import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { SettingsMenu } from '../../../terminal/form/settings-menu.tsx';
import { VerificationNotice } from '../../../terminal/form/submit-area.tsx';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { LimitForm } from '../form/limit-form.tsx';
import { MarketForm } from '../form/market-form.tsx';
import { orderFormId, TypeTabs } from '../form/order-form-panel.tsx';
import type { Side } from '../form/receipt.ts';
import { useSpotForm } from '../form/spot-form-store.ts';
import { useSpotMarket } from '../market-context.ts';
import styles from './classic-terminal.module.css';

const sides: Side[] = ['buy', 'sell'];

/** Buying and selling beside each other. */
export function ClassicForms({ area }: { area: string }) {
  const { t } = useTranslation('spot');
  const { name, info } = useSpotMarket();
  const { isSignedIn } = useSession();
  const type = useSpotForm((form) => form.type);
  const Form = type === 'limit' ? LimitForm : MarketForm;
  return (
    <Panel title={t('form.title')} area={area} head={<TypeTabs />} tools={<SettingsMenu />}>
      <div className={styles.forms} id={orderFormId}>
        <VerificationNotice />
        <div className={styles.sides}>
          {sides.map((side) => (
            <section key={side} aria-label={t(`classic.${side}`, { stock: info.stock })}>
              <h3 className={side}>{t(`classic.${side}`, { stock: info.stock })}</h3>
              <Form key={`${name}-${isSignedIn}`} side={side} />
            </section>
          ))}
        </div>
      </div>
    </Panel>
  );
}
