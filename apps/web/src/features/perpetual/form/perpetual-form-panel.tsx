import { useTranslation } from 'react-i18next';
import styles from '../../../terminal/form/order-form.module.css';
import { SettingsMenu } from '../../../terminal/form/settings-menu.tsx';
import { VerificationNotice } from '../../../terminal/form/submit-area.tsx';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../../../terminal/parts/tabs.tsx';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { OrderType, PositionSide } from './perpetual-fields.ts';
import { PerpetualForm } from './perpetual-form.tsx';
import { usePerpetualForm } from './perpetual-form-store.ts';

const types: readonly OrderType[] = ['limit', 'market', 'trigger'];
const positions: readonly PositionSide[] = ['long', 'short'];
const formId = 'perpetual-form';

/** Long wears the colour of buying when it is opened, that of selling when it is closed. */
const tabKeys = {
  open: { long: 'buy', short: 'sell' },
  close: { long: 'sell', short: 'buy' },
} as const;

export function PerpetualFormPanel({ area }: { area?: string }) {
  const { t } = useTranslation('perpetual');
  return (
    <Panel title={t('form.title')} {...(area ? { area } : {})} head={<PerpetualTypeTabs />} tools={<SettingsMenu />}>
      <PerpetualFormBody />
    </Panel>
  );
}

export function PerpetualTypeTabs() {
  const { t } = useTranslation('perpetual');
  const { steps } = usePerpetualMarket();
  const type = usePerpetualForm((form) => form.fields.type);
  const edit = usePerpetualForm((form) => form.edit);
  return (
    <Tabs
      label={t('form.type')}
      items={types.map((key) => ({ key, label: t(`type.${key}`) }))}
      active={type}
      onSelect={(next) => edit({ kind: 'type', type: next }, steps)}
      panelId={formId}
    />
  );
}

/** Open or close, long or short, and the form, without a frame: the panel and the phone's sheet put one around it. */
export function PerpetualFormBody() {
  const { t } = useTranslation('perpetual');
  const { name, steps } = usePerpetualMarket();
  const sidesId = usePanelId();
  const action = usePerpetualForm((form) => form.fields.action);
  const position = usePerpetualForm((form) => form.fields.position);
  const edit = usePerpetualForm((form) => form.edit);
  const keys = tabKeys[action];
  const active = keys[position];
  return (
    <div className={styles.form} id={formId}>
      {action === 'open' && <VerificationNotice />}
      <Tabs
        label={t('form.action')}
        look="pills"
        items={(['open', 'close'] as const).map((key) => ({ key, label: t(`action.${key}`) }))}
        active={action}
        onSelect={(next) => edit({ kind: 'action', action: next }, steps)}
        panelId={sidesId}
      />
      <Tabs
        label={t('form.position')}
        look="sides"
        items={positions.map((one) => ({ key: keys[one] as 'buy' | 'sell', label: t(`do.${action}.${one}`) }))}
        active={active as 'buy' | 'sell'}
        onSelect={(key) => edit({ kind: 'position', position: key === keys.long ? 'long' : 'short' }, steps)}
        panelId={sidesId}
      />
      <TabPanel id={sidesId} active={active}>
        <PerpetualForm key={name} />
      </TabPanel>
    </div>
  );
}
