import { create } from 'zustand';
import {
  edited,
  emptySwapFields,
  forAnotherMarket,
  type SizeSteps,
  type SwapEdit,
  type SwapFields,
} from './swap-fields.ts';

interface SwapFormStore {
  fields: SwapFields;
  /** The phone's bottom sheet. */
  sheetOpen: boolean;
  edit: (edit: SwapEdit, steps: SizeSteps) => void;
  setSheet: (sheetOpen: boolean) => void;
  /** Another market: its figures begin anew; the arrangement stays. */
  reset: () => void;
}

/** What stands in the swap order form; shared with the book, whose rows fill it. */
export const useSwapForm = create<SwapFormStore>()((set) => ({
  fields: emptySwapFields,
  sheetOpen: false,
  edit: (edit, steps) => set(({ fields }) => ({ fields: edited(fields, edit, steps) })),
  setSheet: (sheetOpen) => set({ sheetOpen }),
  reset: () => set(({ fields }) => ({ fields: forAnotherMarket(fields) })),
}));
