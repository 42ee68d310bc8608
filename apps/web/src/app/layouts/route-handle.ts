import { createContext, use, useLayoutEffect } from 'react';
import { matchRoutes, type RouteObject, useLocation } from 'react-router-dom';
import { createStore, useStore } from 'zustand';

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
  /** A page that presents the exchange: larger headings. */
  marketing?: boolean;
  /** Whether the chat is offered. Default true. */
  chat?: boolean;
  /** The header leads to the chat. */
  supportLink?: boolean;
}

/** Of the innermost route in the router's own table. */
export const RouteHandleContext = createContext<RouteHandle | undefined>(undefined);

/** Of a page whose routes came with its code: the router's own table has one route for all of them. */
const lateHandle = createStore<{ handle?: RouteHandle }>()(() => ({}));

/** For the element of such a route: hands the flags of the page on screen to the layout. */
export function useHandleOf(routes: RouteObject[]): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
    lateHandle.setState(handle ? { handle } : {}, true);
    return () => lateHandle.setState({}, true);
  }, [routes, pathname]);
}

/** The defaults, overridden by the innermost route. */
export function useRouteHandle(): Required<RouteHandle> {
  const own = use(RouteHandleContext);
  const late = useStore(lateHandle, (state) => state.handle);
  return {
    header: true,
    footer: true,
    terminal: false,
    cookieNotice: true,
    form: false,
    marketing: false,
    chat: true,
    supportLink: false,
    ...own,
    ...late,
  };
}
