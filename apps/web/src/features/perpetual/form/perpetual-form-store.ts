import { create } from 'zustand';
import {
  edited,
  emptyPerpetualFields,
  forAnotherMarket,
  type PerpetualEdit,
  type PerpetualFields,
  type SizeSteps,
} from './perpetual-fields.ts';

interface PerpetualFormStore {
  fields: PerpetualFields;
  /** The phone's bottom sheet. */
  sheetOpen: boolean;
  edit: (edit: PerpetualEdit, steps: SizeSteps) => void;
  setSheet: (sheetOpen: boolean) => void;
  /** Another market: its figures begin anew; the arrangement stays. */
  reset: () => void;
}

/** The fields of the perpetual order form; shared with the book, whose rows fill them. */
export const usePerpetualForm = create<PerpetualFormStore>()((set) => ({
  fields: emptyPerpetualFields,
  sheetOpen: false,
  edit: (edit, steps) => set(({ fields }) => ({ fields: edited(fields, edit, steps) })),
  setSheet: (sheetOpen) => set({ sheetOpen }),
  reset: () => set(({ fields }) => ({ fields: forAnotherMarket(fields) })),
}));
