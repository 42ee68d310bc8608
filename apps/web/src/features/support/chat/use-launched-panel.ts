import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A panel that a button opens, as an address with its hash does. Where it closes the button has the focus again, and the address its hash no more.
 * @param isAddressed whether the address opens it
 */
export function useLaunchedPanel(isAddressed: boolean) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || isAddressed;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    isOpen,
    button,
    open: () => setPressed(true),
    close: () => {
      setPressed(false);
      if (isAddressed) void navigate(pathname + search, { replace: true });
    },
  };
}
