import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/**
 * The query of the address as a page's state. A change shows at once and the address follows: the router takes its time,
 * and a field that waited for it would lose what is typed meanwhile. Several of a page see each other's changes once they are
 * in the address.
 * @returns the parameters, and a function that sets some of them; '' takes one out
 */
export function useUrlParams(): [URLSearchParams, (changed: Record<string, string>) => void] {
  const [inAddress, setInAddress] = useSearchParams();
  const { key } = useLocation();
  const [params, setParams] = useState(inAddress);
  const latest = useRef(inAddress);
  /** Queries that this one has sent to the address, oldest first. */
  const sent = useRef<string[]>([]);

  function show(next: URLSearchParams): void {
    latest.current = next;
    setParams(next);
  }

  // What this one has sent is shown already, or something newer is; any other navigation brings its own query.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation, and only then the query is read
  useEffect(() => {
    const arrived = sent.current.indexOf(inAddress.toString());
    sent.current = sent.current.slice(arrived < 0 ? sent.current.length : arrived + 1);
    if (arrived < 0) show(inAddress);
  }, [key]);

  function change(changed: Record<string, string>): void {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    show(next);
    sent.current.push(next.toString());
    setInAddress(next, { replace: true, preventScrollReset: true });
  }

  return [params, change];
}
