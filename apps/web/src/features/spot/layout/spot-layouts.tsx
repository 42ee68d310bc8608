import { useTranslation } from 'react-i18next';
import { PhoneLayout, type PhoneView } from '../../../terminal/layout/phone-layout.tsx';
import { TerminalLayout } from '../../../terminal/layout/terminal-layout.tsx';
import { TradesPanel } from '../../../terminal/trades/trades-panel.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { BottomPanel } from '../bottom/bottom-panel.tsx';
import { OrderFormPanel } from '../form/order-form-panel.tsx';
import { useSpotForm } from '../form/spot-form-store.ts';
import { MarketInfo, MarketStrip, SpotPhoneStrip } from '../strip/market-strip.tsx';
import { SpotBook, SpotChart } from './spot-panels.tsx';

/** Follows the first view: its drawer is a tenth of the page's code, and wide screens never need it. */
const SpotOrderSheet = lazyPart(() => import('./spot-order-sheet.tsx').then((module) => module.SpotOrderSheet));

const views: Record<PhoneView, () => React.ReactNode> = {
  chart: () => <SpotChart />,
  book: () => <SpotBook />,
  trades: () => <TradesPanel />,
  info: () => <MarketInfo />,
};

const viewOf = (view: PhoneView) => views[view]();

export function SpotTerminal({ viewport }: { viewport: 'tablet' | 'desktop' }) {
  return (
    <TerminalLayout
      viewport={viewport}
      strip={<MarketStrip />}
      chart={<SpotChart area="chart" />}
      bottom={<BottomPanel area="bottom" />}
      book={<SpotBook />}
      trades={<TradesPanel />}
      form={<OrderFormPanel area="form" />}
    />
  );
}

export function SpotPhone() {
  const { t } = useTranslation('spot');
  const set = useSpotForm((form) => form.set);
  return (
    <PhoneLayout
      strip={<SpotPhoneStrip />}
      view={viewOf}
      bottom={<BottomPanel />}
      actions={(['buy', 'sell'] as const).map((side) => ({
        label: t(`side.${side}`),
        side,
        onPress: () => set({ side, sheetOpen: true }),
      }))}
      sheet={<SpotOrderSheet />}
    />
  );
}
