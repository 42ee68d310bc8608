import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DealsPanel } from '../../../terminal/deals/deals-panel.tsx';
import { PhoneLayout, type PhoneView } from '../../../terminal/layout/phone-layout.tsx';
import styles from '../../../terminal/layout/terminal.module.css';
import { TerminalLayout } from '../../../terminal/layout/terminal-layout.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SwapFormPanel } from '../form/swap-form-panel.tsx';
import { useSwapForm } from '../form/swap-form-store.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { SwapPhoneStrip, SwapStrip } from '../strip/swap-strip.tsx';
import { SwapBook, SwapChart } from './swap-panels.tsx';

/** Follows the first view: its tables and dialogs are as much code as the rest of the page. */
const PerpetualBottomPanel = lazyPart(
  () => import('../bottom/bottom-panel.tsx').then((module) => module.PerpetualBottomPanel),
  <div className={styles.empty} style={{ gridArea: 'bottom' }} />,
);

function BottomSlot({ area }: { area?: string }) {
  const { name } = usePerpetualMarket();
  return <PerpetualBottomPanel market={name} {...(area ? { area } : {})} />;
}

/** Follows the first view: wide screens never need it. */
const SwapOrderSheet = lazyPart(() => import('./swap-order-sheet.tsx').then((module) => module.SwapOrderSheet));

/** Behind the phone's last tab. */
const SwapMarketInfo = lazyPart(() => import('../strip/swap-market-info.tsx').then((module) => module.SwapMarketInfo));

const views: Record<PhoneView, () => ReactNode> = {
  chart: () => <SwapChart />,
  book: () => <SwapBook />,
  trades: () => <DealsPanel />,
  info: () => <SwapMarketInfo />,
};

export function SwapTerminal({ viewport }: { viewport: 'tablet' | 'desktop' }) {
  return (
    <TerminalLayout
      viewport={viewport}
      strip={<SwapStrip />}
      chart={<SwapChart area="chart" />}
      bottom={<BottomSlot area="bottom" />}
      book={<SwapBook />}
      deals={<DealsPanel />}
      form={<SwapFormPanel area="form" />}
    />
  );
}

const barSides = { long: 'buy', short: 'sell' } as const;

export function SwapPhone() {
  const { t } = useTranslation('perpetual');
  const { steps } = usePerpetualMarket();
  const edit = useSwapForm((form) => form.edit);
  const setSheet = useSwapForm((form) => form.setSheet);
  return (
    <PhoneLayout
      strip={<SwapPhoneStrip />}
      view={(view) => views[view]()}
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
      sheet={<SwapOrderSheet />}
    />
  );
}
