import { useEffect, useRef } from 'react';
import { useKeyPreferences } from './key-preferences.ts';

/** By the key as it is typed: 'j', '/', '?'. An absent one does nothing. */
export type KeyBindings = Partial<Record<string, (() => void) | undefined>>;

const typed = 'input, textarea, select, [contenteditable="true"]';

/** Calls what a key is bound to, unless something is being typed or a dialog is open. */
export function useKeys(bindings: KeyBindings): void {
  const enabled = useKeyPreferences((preferences) => preferences.enabled);
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  useEffect(() => {
    if (!enabled) return;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(typed)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const act = current.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
