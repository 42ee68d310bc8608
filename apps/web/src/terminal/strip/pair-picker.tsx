import { IconChevronDown } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import type { PairPickerProps } from './pair-entry.ts';
import { PairName } from './pair-name.tsx';
import styles from './pair-picker.module.css';

/** The pair on screen, and the list to choose another one from. */
export const PairPicker = lazyPart<PairPickerProps>(
  () =>
    whenIdle()
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
