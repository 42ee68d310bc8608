import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { useOpenOrders } from '../../../live/index.ts';
import { signInPath, tradePath } from '../../../platform/paths.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../../../terminal/parts/tabs.tsx';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { useSpotMarket } from '../market-context.ts';
import { BalancesTable } from './balances-table.tsx';
import styles from './bottom-panel.module.css';
import { MyTradesTable, OrderHistoryTable } from './histories.tsx';
import { OpenOrdersTable } from './open-orders.tsx';

const tables: Record<'open' | 'history' | 'trades' | 'balances', ComponentType> = {
  open: OpenOrdersTable,
  history: OrderHistoryTable,
  trades: MyTradesTable,
  balances: BalancesTable,
};
type TabKey = keyof typeof tables;
const keys = Object.keys(tables) as TabKey[];

/** What the signed-in user has here: open orders, history, trades, balances. */
export function BottomPanel({ area }: { area?: string }) {
  const { t } = useTranslation('spot');
  const panelId = usePanelId();
  const [tab, setTab] = useState<TabKey>('open');
  const { isSignedIn } = useSession();
  const Table = tables[tab];
  return (
    <Panel
      title={t('bottom.title')}
      {...(area ? { area } : {})}
      head={
        <Tabs
          label={t('bottom.title')}
          items={keys.map((key) => ({ key, label: <TabLabel tab={key} counted={isSignedIn} /> }))}
          active={tab}
          onSelect={setTab}
          panelId={panelId}
        />
      }
      tools={isSignedIn && tab !== 'balances' ? <PairSwitch /> : undefined}
    >
      <TabPanel id={panelId} active={tab} className={styles.table}>
        {isSignedIn ? <Table /> : <SignedOut />}
      </TabPanel>
    </Panel>
  );
}

function TabLabel({ tab, counted }: { tab: TabKey; counted: boolean }) {
  const { t } = useTranslation('spot');
  return (
    <>
      {t(`bottom.${tab}`)}
      {counted && tab === 'open' && <OpenCount />}
    </>
  );
}

function OpenCount() {
  const { name } = useSpotMarket();
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const { orders, total } = useOpenOrders();
  const count = onlyThisPair ? orders.filter((order) => order.market === name).length : total;
  return <> ({count})</>;
}

function PairSwitch() {
  const { t } = useTranslation('spot');
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const set = useTerminalSettings((settings) => settings.set);
  return (
    <label className={controls.check}>
      <input
        type="checkbox"
        checked={onlyThisPair}
        onChange={(event) => set({ onlyThisPair: event.currentTarget.checked })}
      />
      {t('bottom.onlyThisPair')}
    </label>
  );
}

function SignedOut() {
  const { t } = useTranslation('spot');
  const { name } = useSpotMarket();
  const { status } = useSession();
  if (status === 'restoring') return null;
  return (
    <p className={controls.quietLine}>
      <Link to={signInPath(tradePath(name))}>{t('bottom.signIn')}</Link> {t('bottom.signedOut')}
    </p>
  );
}
