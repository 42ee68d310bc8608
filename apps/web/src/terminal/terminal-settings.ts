import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { preferenceStorage } from '../platform/storage.ts';

interface TerminalSettings {
  /** Width of the book's price groups, by the market's key. */
  merges: Record<string, string>;
  /** Seconds. */
  interval: number;
  /** Names of the chart's indicators, in the order of their panes. */
  indicators: string[];
  /** Only orders, positions and trades of the pair on screen. */
  onlyThisPair: boolean;
  /** Browser notifications of finished orders while the tab is hidden. */
  notifyWhenHidden: boolean;
  setMerge: (market: string, merge: string) => void;
  set: (
    changed: Partial<Pick<TerminalSettings, 'interval' | 'indicators' | 'onlyThisPair' | 'notifyWhenHidden'>>,
  ) => void;
}

/** How this user arranged the trading screen; kept in the browser. */
export const useTerminalSettings = create<TerminalSettings>()(
  persist(
    (set) => ({
      merges: {},
      interval: 900,
      indicators: ['MA', 'VOL'],
      onlyThisPair: false,
      notifyWhenHidden: false,
      setMerge: (market, merge) => set(({ merges }) => ({ merges: { ...merges, [market]: merge } })),
      set: (changed) => set(changed),
    }),
    { name: 'pelican.trade', storage: preferenceStorage() },
  ),
);
