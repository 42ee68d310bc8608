import { afterFirstPage } from '../../ui/after-first-page.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PairPickerProps } from './pair-entry.ts';
import { PairName } from './pair-name.tsx';
import styles from './pair-picker.module.css';

/** The pair on screen, and the list to choose another one from. */
export const PairPicker = lazyPart<PairPickerProps>(
  () =>
    afterFirstPage()
      .then(() => import('./pair-popover.tsx'))
      .then((module) => module.PairPopover),
  {
    placeholder: (
      <span className={styles.target}>
        <PairName />
        <IconChevronDown size={16} aria-hidden />
      </span>
    ),
  },
);
