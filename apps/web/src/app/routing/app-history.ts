/** The history of the window, for the router and for what leads to a page from outside of it. */
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, type Navigator } from 'react-router-dom';

/** What a navigation has come to. */
export interface Visit {
  location: Location;
  /** The page stays where it is scrolled to. */
  keepsPosition: boolean;
}

export interface AppHistory {
  basename: string;
  navigator: Navigator;
  /** Where the window is, also while the page of it is still on its way. */
  location(): Location;
  /** The address below the basename. */
  path(): string;
  /** @param path below the basename */
  goTo(path: string): void;
  listen(listener: (visit: Visit) => void): () => void;
}

/** @param basename '' or the language's prefix */
export function createAppHistory(basename: string): AppHistory {
  const history = createBrowserHistory({ v5Compat: true });
  let keepsPosition = false;
  // The history hands on neither what a link asks for nor what a call of `navigate` does.
  const by =
    (way: 'push' | 'replace'): Navigator['push'] =>
    (to, state, options) => {
      keepsPosition = options?.preventScrollReset === true;
      history[way](to, state);
      keepsPosition = false;
    };
  return {
    basename: basename || '/',
    navigator: {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: by('push'),
      replace: by('replace'),
    },
    location: () => history.location,
    path() {
      const { pathname, search, hash } = history.location;
      const below = pathname.startsWith(basename) ? pathname.slice(basename.length) : pathname;
      return (below || '/') + search + hash;
    },
    goTo: (path) => history.push(basename + path),
    listen: (listener) => history.listen(({ location }) => listener({ location, keepsPosition })),
  };
}
