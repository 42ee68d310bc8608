/** Mantine dressed in the design tokens: its variables point at ours, so both schemes and palettes follow by CSS alone. */
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
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

const variables = {
  '--mantine-color-body': 'var(--c-bg-0)',
  '--mantine-color-text': 'var(--c-text-1)',
  '--mantine-color-bright': 'var(--c-text-1)',
  '--mantine-color-dimmed': 'var(--c-text-2)',
  '--mantine-color-placeholder': 'var(--c-text-3)',
  '--mantine-color-anchor': 'var(--c-accent)',
  '--mantine-color-error': 'var(--c-danger)',
  '--mantine-color-default': 'var(--c-bg-2)',
  '--mantine-color-default-hover': 'var(--c-bg-3)',
  '--mantine-color-default-color': 'var(--c-text-1)',
  '--mantine-color-default-border': 'var(--c-line-strong)',
  '--mantine-color-disabled': 'var(--c-bg-3)',
  '--mantine-color-disabled-color': 'var(--c-text-3)',
  '--mantine-color-disabled-border': 'var(--c-line)',
  '--mantine-primary-color-filled': 'var(--c-accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--c-accent-fill-hover)',
  '--mantine-primary-color-light': 'var(--c-accent-tint)',
  '--mantine-primary-color-light-hover': 'var(--c-accent-tint)',
  '--mantine-primary-color-light-color': 'var(--c-accent)',
  '--mantine-primary-color-contrast': '#fff',
  '--mantine-color-blue-filled': 'var(--c-accent-fill)',
  '--mantine-color-blue-filled-hover': 'var(--c-accent-fill-hover)',
  '--mantine-color-blue-light': 'var(--c-accent-tint)',
  '--mantine-color-blue-light-hover': 'var(--c-accent-tint)',
  '--mantine-color-blue-light-color': 'var(--c-accent)',
  '--mantine-color-gray-light-hover': 'var(--c-bg-3)',
  '--mantine-color-gray-light-color': 'var(--c-text-2)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables, light: variables, dark: variables });
