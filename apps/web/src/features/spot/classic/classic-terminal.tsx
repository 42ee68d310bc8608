import { useStale } from '../../../terminal/layout/use-stale.ts';
import { TradesPanel } from '../../../terminal/trades/trades-panel.tsx';
import { BottomPanel } from '../bottom/bottom-panel.tsx';
import { SpotTerminal } from '../layout/spot-layouts.tsx';
import { SpotBook, SpotChart } from '../layout/spot-panels.tsx';
import { MarketStrip } from '../strip/market-strip.tsx';
import { ClassicForms } from './classic-forms.tsx';
import styles from './classic-terminal.module.css';
import { MarketsPanel } from './markets-panel.tsx';

/** The market's tools fill the screen, and the tables follow below. Where the list has no place, it is the pro view. */
export function ClassicTerminal({ viewport }: { viewport: 'tablet' | 'desktop' }) {
  const stale = useStale();
  if (viewport === 'tablet') return <SpotTerminal viewport={viewport} />;
  return (
    <div className={styles.classic} data-stale={stale || undefined}>
      <MarketStrip />
      <MarketsPanel area="list" />
      <SpotChart area="chart" />
      <ClassicForms area="forms" />
      <div className={styles.bookColumn}>
        <SpotBook fills="both" />
        <TradesPanel />
      </div>
      <BottomPanel area="bottom" />
    </div>
  );
}
