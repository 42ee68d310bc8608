import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { preferenceStorage } from '../../platform/storage.ts';

type Mode = OpenPosition['mode'];
const usualMode: Mode = 'cross';

interface PerpetualSettings {
  /** Margin mode that new orders of a market have. */
  modes: Record<string, Mode>;
  setMode: (market: string, mode: Mode) => void;
}

/** How this user trades perpetuals; kept in the browser. */
export const usePerpetualSettings = create<PerpetualSettings>()(
  persist(
    (set) => ({
      modes: {},
      setMode: (market, mode) => set(({ modes }) => ({ modes: { ...modes, [market]: mode } })),
    }),
    { name: 'pelican.perpetual', storage: preferenceStorage() },
  ),
);

/** The margin mode of the next order in a market. */
export function useMode(market: string): Mode {
  return usePerpetualSettings((settings) => settings.modes[market] ?? usualMode);
}
