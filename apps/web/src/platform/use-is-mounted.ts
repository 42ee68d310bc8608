import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on screen, for what is done after an answer that may come later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
