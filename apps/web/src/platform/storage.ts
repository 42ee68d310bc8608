/**
 * localStorage that never throws. Where it is blocked or full, values live in memory and are gone with the page; foreign values are
 * the reader's to check.
 */
import { createJSONStorage } from 'zustand/middleware';

const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`; null removes it. */
export function writeStored(key: string, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

/** Whether this browser keeps nothing for us: what an earlier page has stored is unknown. */
export function isStorageBlocked(): boolean {
  try {
    const key = 'pelican.probe';
    localStorage.setItem(key, '');
    localStorage.removeItem(key);
    return false;
  } catch {
    return true;
  }
}

/** For stores of preferences, by zustand's `persist`. */
export const preferenceStorage = () =>
  createJSONStorage(() => ({
    getItem: readStored,
    setItem: writeStored,
    removeItem: (key) => writeStored(key, null),
  }));
