import { useMatches } from 'react-router-dom';

/** What a route asks of the layout around it. */
export interface RouteHandle {
  /** Default true. */
  header?: boolean;
  /** Default true. */
  footer?: boolean;
  /** A trading screen: full width and a status bar in place of the footer. */
  terminal?: boolean;
  /** Default true. */
  cookieNotice?: boolean;
  /** A page that is one form: nothing floats over it. */
  form?: boolean;
}

/** The defaults, overridden by the innermost route. */
export function useRouteHandle(): Required<RouteHandle> {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as RouteHandle | undefined;
  return { header: true, footer: true, terminal: false, cookieNotice: true, form: false, ...handle };
}
