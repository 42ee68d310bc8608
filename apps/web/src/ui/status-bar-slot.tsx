/** A trading screen fills the shell's status bar: `<StatusBarContent>…</StatusBarContent>` anywhere in the page. */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from '../platform/store.ts';

export const statusBarElement = createStore<HTMLElement | null>(null);

export function StatusBarContent({ children }: { children: ReactNode }) {
  const element = useStore(statusBarElement);
  return element ? createPortal(children, element) : null;
}
