import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';

/**
 * The query of the address as a page's state. A change shows at once and the address follows: the router takes its time,
 * and a field that waited for it would lose what is typed meanwhile.
 * @returns the parameters, and a function that sets some of them; '' takes one out
 */
export function useUrlParams(): [URLSearchParams, (changed: Record<string, string>) => void] {
  const [inAddress, setInAddress] = useSearchParams();
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const [params, setParams] = useState(inAddress);
  const latest = useRef(inAddress);

  function show(next: URLSearchParams): void {
    latest.current = next;
    setParams(next);
  }

  // Our own changes replace the entry and are shown already; any other navigation brings its own query.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation, and only then the query is read
  useEffect(() => {
    if (navigationType !== 'REPLACE') show(inAddress);
  }, [key]);

  function change(changed: Record<string, string>): void {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    show(next);
    setInAddress(next, { replace: true, preventScrollReset: true });
  }

  return [params, change];
}
