/** Mantine dressed in the design tokens; styles/mantine-variables.css has its variables. */
import { createTheme } from '@mantine/core';
import controls from './styles/controls.module.css';

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'var(--radius)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  breakpoints: { xs: '480px', sm: '768px', md: '1024px', lg: '1280px', xl: '1600px' },
  components: {
    Button: { classNames: { root: controls.button } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, classNames: { root: controls.iconButton } },
    InputWrapper: {
      classNames: { label: controls.label, error: controls.error, description: controls.description },
    },
    Input: { classNames: { input: controls.input } },
    Checkbox: { classNames: { input: controls.checkbox, body: controls.checkLine, label: controls.checkLabel } },
    Switch: { classNames: { track: controls.track, thumb: controls.thumb } },
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
      classNames: { dropdown: controls.dropdown, item: controls.menuItem },
    },
    Modal: {
      defaultProps: { centered: true, radius: 12, transitionProps: { duration: 180 } },
      classNames: {
        content: controls.dialog,
        body: controls.dialogBody,
        title: controls.dialogTitle,
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 400, transitionProps: { duration: 120 } },
      classNames: { tooltip: controls.tooltip },
    },
    Tabs: { classNames: { tab: controls.tab, list: controls.tabList } },
  },
});
