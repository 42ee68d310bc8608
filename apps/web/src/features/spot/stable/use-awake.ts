import { useEffect, useState } from 'react';
import { watchVisibility } from '../../../live/index.ts';

/** A hidden tab needs no prices of stable coins. */
const hiddenMs = 5000;

/** False once the tab has been hidden for five seconds, until it comes back. */
export function useAwake(): boolean {
  const [isAwake, setIsAwake] = useState(true);
  useEffect(
    () =>
      watchVisibility(
        hiddenMs,
        () => setIsAwake(false),
        () => setIsAwake(true),
      ),
    [],
  );
  return isAwake;
}
