import { useSyncExternalStore } from 'react';

export type Viewport = 'phone' | 'tablet' | 'desktop';

const phone = matchMedia('(max-width: 767.98px)');
const desktop = matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  desktop.addEventListener('change', listener);
  return () => {
    phone.removeEventListener('change', listener);
    desktop.removeEventListener('change', listener);
  };
}

/** Which of the three arrangements of the screen fits; only that one is in the document. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, () => (phone.matches ? 'phone' : desktop.matches ? 'desktop' : 'tablet'));
}
