/** A trading screen fills the shell's status bar: `<StatusBarContent>…</StatusBarContent>` anywhere in the page. */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from 'zustand';

const statusBar = createStore<HTMLElement | null>()(() => null);

/** The ref of the shell's status bar. */
export function setStatusBar(element: HTMLElement | null): void {
  statusBar.setState(element, true);
}

export function StatusBarContent({ children }: { children: ReactNode }) {
  const element = useStore(statusBar);
  return element ? createPortal(children, element) : null;
}
