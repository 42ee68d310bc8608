import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { isPerpetualAlgo, usePerpetualOrders, usePerpetualPositions } from '../../../live/index.ts';
import { perpetualPath, signInPath } from '../../../platform/paths.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { Panel } from '../../../terminal/parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../../../terminal/parts/tabs.tsx';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { accountMessages } from '../account/messages.ts';
import { AccountDialogs } from '../dialogs/account-dialogs.tsx';
import { QuizBanner } from '../quiz/quiz-banner.tsx';
import { AssetsTab } from './assets-tab.tsx';
import { AlgoHistory, FundingHistory, OrderHistory, PositionHistory } from './histories.tsx';
import { OpenOrdersTable } from './open-orders-table.tsx';
import styles from './positions.module.css';
import { PositionsTable } from './positions-table.tsx';

type Table = ComponentType<{ market: string }>;

const tables = {
  positions: PositionsTable,
  orders: ({ market }) => <OpenOrdersTable kind="orders" market={market} />,
  algos: ({ market }) => <OpenOrdersTable kind="algos" market={market} />,
  orderHistory: OrderHistory,
  algoHistory: AlgoHistory,
  positionHistory: PositionHistory,
  funding: FundingHistory,
  assets: AssetsTab,
} satisfies Record<string, Table>;
type TabKey = keyof typeof tables;
const keys = Object.keys(tables) as TabKey[];

interface PerpetualBottomPanelProps {
  /** The market on screen. */
  market: string;
  area?: string;
}

/** What the signed-in user has in perpetuals: positions, orders, algos, histories, funding and the futures wallet. */
export function PerpetualBottomPanel({ market, area }: PerpetualBottomPanelProps) {
  const { t } = useTranslation(accountMessages);
  const panelId = usePanelId();
  const [tab, setTab] = useState<TabKey>('positions');
  const { isSignedIn } = useSession();
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const shownMarket = onlyThisPair ? market : '';
  const ShownTable: Table = tables[tab];
  return (
    <Panel
      title={t('panel.title')}
      {...(area ? { area } : {})}
      head={
        <Tabs
          label={t('panel.title')}
          items={keys.map((key) => ({
            key,
            label: (
              <>
                {t(`tab.${key}`)}
                {isSignedIn && <Count tab={key} market={shownMarket} />}
              </>
            ),
          }))}
          active={tab}
          onSelect={setTab}
          panelId={panelId}
        />
      }
      tools={isSignedIn && tab !== 'assets' ? <MarketSwitch /> : undefined}
    >
      <QuizBanner />
      <TabPanel id={panelId} active={tab} className={styles.table}>
        {isSignedIn ? <ShownTable market={shownMarket} /> : <SignedOut market={market} />}
      </TabPanel>
      {isSignedIn && <AccountDialogs />}
    </Panel>
  );
}

function Count({ tab, market }: { tab: TabKey; market: string }) {
  const { positions } = usePerpetualPositions();
  const { orders } = usePerpetualOrders();
  const isHere = (one: { market: string }) => market === '' || one.market === market;
  const counts: Partial<Record<TabKey, () => number>> = {
    positions: () => positions.filter(isHere).length,
    orders: () => orders.filter((order) => !isPerpetualAlgo(order) && isHere(order)).length,
    algos: () => orders.filter((order) => isPerpetualAlgo(order) && isHere(order)).length,
  };
  const count = counts[tab]?.();
  return count === undefined ? null : <> ({count})</>;
}

function MarketSwitch() {
  const { t } = useTranslation(accountMessages);
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const set = useTerminalSettings((settings) => settings.set);
  return (
    <label className={`${controls.check} ${styles.nowrap}`}>
      <input
        type="checkbox"
        checked={onlyThisPair}
        onChange={(event) => set({ onlyThisPair: event.currentTarget.checked })}
      />
      {t('panel.onlyThisMarket')}
    </label>
  );
}

function SignedOut({ market }: { market: string }) {
  const { t } = useTranslation(accountMessages);
  const { status } = useSession();
  if (status === 'restoring') return null;
  return (
    <p className={controls.quietLine}>
      <Link to={signInPath(perpetualPath(market))}>{t('panel.signIn')}</Link> {t('panel.signedOut')}
    </p>
  );
}
