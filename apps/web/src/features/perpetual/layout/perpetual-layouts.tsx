import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PhoneLayout, type PhoneView } from '../../../terminal/layout/phone-layout.tsx';
import styles from '../../../terminal/layout/terminal.module.css';
import { TerminalLayout } from '../../../terminal/layout/terminal-layout.tsx';
import { TradesPanel } from '../../../terminal/trades/trades-panel.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PerpetualFormPanel } from '../form/perpetual-form-panel.tsx';
import { usePerpetualForm } from '../form/perpetual-form-store.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { PerpetualPhoneStrip, PerpetualStrip } from '../strip/perpetual-strip.tsx';
import { PerpetualBook, PerpetualChart } from './perpetual-panels.tsx';

/** Follows the first view: its tables and dialogs are as much code as the rest of the page. */
const PerpetualBottomPanel = lazyPart(
  () => import('../bottom/bottom-panel.tsx').then((module) => module.PerpetualBottomPanel),
  { placeholder: <div className={styles.empty} style={{ gridArea: 'bottom' }} /> },
);

function BottomSlot({ area }: { area?: string }) {
  const { name } = usePerpetualMarket();
  return <PerpetualBottomPanel market={name} {...(area ? { area } : {})} />;
}

/** Follows the first view: wide screens never need it. */
const PerpetualOrderSheet = lazyPart(() =>
  import('./perpetual-order-sheet.tsx').then((module) => module.PerpetualOrderSheet),
);

/** Behind the phone's last tab. */
const PerpetualMarketInfo = lazyPart(() =>
  import('../strip/perpetual-market-info.tsx').then((module) => module.PerpetualMarketInfo),
);

const views: Record<PhoneView, () => ReactNode> = {
  chart: () => <PerpetualChart />,
  book: () => <PerpetualBook />,
  trades: () => <TradesPanel />,
  info: () => <PerpetualMarketInfo />,
};

const viewOf = (view: PhoneView) => views[view]();

export function PerpetualTerminal({ viewport }: { viewport: 'tablet' | 'desktop' }) {
  return (
    <TerminalLayout
      viewport={viewport}
      strip={<PerpetualStrip />}
      chart={<PerpetualChart area="chart" />}
      bottom={<BottomSlot area="bottom" />}
      book={<PerpetualBook />}
      trades={<TradesPanel />}
      form={<PerpetualFormPanel area="form" />}
    />
  );
}

const barSides = { long: 'buy', short: 'sell' } as const;

export function PerpetualPhone() {
  const { t } = useTranslation('perpetual');
  const { steps } = usePerpetualMarket();
  const edit = usePerpetualForm((form) => form.edit);
  const setSheet = usePerpetualForm((form) => form.setSheet);
  return (
    <PhoneLayout
      strip={<PerpetualPhoneStrip />}
      view={viewOf}
      bottom={<BottomSlot />}
      actions={(['long', 'short'] as const).map((position) => ({
        label: t(`side.${position}`),
        side: barSides[position],
        onPress: () => {
          edit({ kind: 'action', action: 'open' }, steps);
          edit({ kind: 'position', position }, steps);
          setSheet(true);
        },
      }))}
      sheet={<PerpetualOrderSheet />}
    />
  );
}
