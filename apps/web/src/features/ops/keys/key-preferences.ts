/** Keys of one letter are on for operators; they may be turned off, as somebody who dictates needs (WCAG 2.1.4). */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { preferenceStorage } from '../../../platform/storage.ts';

interface KeyPreferences {
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
}

export const useKeyPreferences = create<KeyPreferences>()(
  persist((set) => ({ enabled: true, setEnabled: (enabled) => set({ enabled }) }), {
    name: 'pelican.ops-keys',
    storage: preferenceStorage(),
    partialize: ({ enabled }) => ({ enabled }),
  }),
);
