import { afterFirstPage } from '../../ui/after-first-page.ts';
import { IconSettings } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import controls from '../parts/controls.module.css';

/** The button that opens the order settings. */
export const SettingsMenu = lazyPart(
  () =>
    afterFirstPage()
      .then(() => import('../settings/settings-popover.tsx'))
      .then((module) => module.SettingsPopover),
  {
    placeholder: (
      <span className={controls.tool}>
        <IconSettings size={16} aria-hidden />
      </span>
    ),
  },
);
