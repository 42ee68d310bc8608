import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { SettingsMenu } from '../../../terminal/form/settings-menu.tsx';
import { VerificationNotice } from '../../../terminal/form/submit-area.tsx';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../../../terminal/parts/tabs.tsx';
import { useSpotMarket } from '../market-context.ts';
import { LimitForm } from './limit-form.tsx';
import { MarketForm } from './market-form.tsx';
import type { OrderType } from './order-form-logic.ts';
import type { Side } from './receipt.ts';
import { useSpotForm } from './spot-form-store.ts';

const types: OrderType[] = ['limit', 'market'];
const sides: Side[] = ['buy', 'sell'];

export function OrderFormPanel({ area }: { area?: string }) {
  const { t } = useTranslation('spot');
  return (
    <Panel title={t('form.title')} {...(area ? { area } : {})} head={<TypeTabs />} tools={<SettingsMenu />}>
      <OrderForm />
    </Panel>
  );
}

export const orderFormId = 'order-form';

export function TypeTabs() {
  const { t } = useTranslation('spot');
  const type = useSpotForm((form) => form.type);
  const set = useSpotForm((form) => form.set);
  return (
    <Tabs
      label={t('form.type')}
      items={types.map((key) => ({ key, label: t(`type.${key}`) }))}
      active={type}
      onSelect={(next) => set({ type: next })}
      panelId={orderFormId}
    />
  );
}

/** Sides, fields, receipt and button, without a frame: the panel and the phone's sheet put one around it. */
export function OrderForm() {
  const { t } = useTranslation('spot');
  const panelId = usePanelId();
  const { name } = useSpotMarket();
  const { isSignedIn } = useSession();
  const side = useSpotForm((form) => form.side);
  const type = useSpotForm((form) => form.type);
  const set = useSpotForm((form) => form.set);
  const Form = type === 'limit' ? LimitForm : MarketForm;
  return (
    <div className={styles.form} id={orderFormId}>
      <VerificationNotice />
      <Tabs
        label={t('form.side')}
        look="sides"
        items={sides.map((key) => ({ key, label: t(`side.${key}`) }))}
        active={side}
        onSelect={(next) => set({ side: next })}
        panelId={panelId}
      />
      <TabPanel id={panelId} active={side}>
        <Form key={`${name}-${side}-${isSignedIn}`} side={side} />
      </TabPanel>
    </div>
  );
}
