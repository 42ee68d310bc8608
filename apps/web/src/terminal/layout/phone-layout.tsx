import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { ConnectionChip } from './connection-chip.tsx';
import styles from './terminal.module.css';
import { useStale } from './use-stale.ts';

const views = ['chart', 'book', 'trades', 'info'] as const;
export type PhoneView = (typeof views)[number];

interface PhoneAction {
  label: string;
  side: 'buy' | 'sell';
  onPress: () => void;
}

interface PhoneLayoutProps {
  strip: ReactNode;
  view: (view: PhoneView) => ReactNode;
  bottom: ReactNode;
  /** The fixed bar within reach of the thumb. */
  actions: readonly PhoneAction[];
  sheet: ReactNode;
}

interface ShownViewProps {
  active: PhoneView;
  view: (view: PhoneView) => ReactNode;
}

/** Drawn again when it is another view, not when its tab is. */
const ShownView = memo(({ active, view }: ShownViewProps) => view(active));

/** One view at a time, the orders under it, and the sheet with the order form. */
export function PhoneLayout({ strip, view, bottom, actions, sheet }: PhoneLayoutProps) {
  const { t } = useTranslation('terminal');
  const panelId = usePanelId();
  const [active, setActive] = useState<PhoneView>('chart');
  // The tab answers the finger at once; a chart or a book takes longer than a frame.
  const shown = useDeferredValue(active);
  const stale = useStale();
  return (
    <div className={styles.phone} data-stale={stale || undefined}>
      {strip}
      <ConnectionChip quiet />
      <div className={styles.phoneTabs}>
        <Tabs
          label={t('layout.views')}
          items={views.map((key) => ({ key, label: t(`layout.view.${key}`) }))}
          active={active}
          onSelect={setActive}
          panelId={panelId}
        />
      </div>
      <TabPanel id={panelId} active={active} className={styles.phoneView}>
        <ShownView active={shown} view={view} />
      </TabPanel>
      {bottom}
      <div className={styles.tradeBar}>
        {actions.map(({ label, side, onPress }) => (
          <button key={side} type="button" data-side={side} onClick={onPress}>
            {label}
          </button>
        ))}
      </div>
      {sheet}
    </div>
  );
}
