/** The client's own table of routes, with an address for each: a route that the client gets is among them by itself. */
import { fileURLToPath } from 'node:url';

/** apps/web/src/testing/route-table.ts has it; the client's types are not known here. */
interface ClientRoute {
  path: string;
  access: 'everyone' | 'session' | 'guests';
  sideBar: boolean;
  handle: Partial<Record<'header' | 'footer' | 'cookieNotice' | 'form' | 'marketing' | 'terminal', boolean>>;
  redirect?: string;
}

export interface RouteAddress extends ClientRoute {
  /** A path and a query that the route has. */
  address: string;
}

/** Values of the parameters in patterns, by pattern or by name. */
export type RouteParameters = Readonly<Record<string, string>>;

/** `/a/:b?/:c?` as /a, /a/:b and /a/:b/:c; a route for everything below an area is visited at the area's first page. */
function variantsOf(pattern: string): string[] {
  const parts = pattern.replace(/\/\*$/, '').split(/(?=\/:\w+\?)/);
  return parts.map((_, index) =>
    parts
      .slice(0, index + 1)
      .join('')
      .replaceAll('?', ''),
  );
}

function addressOf(pattern: string, parameters: RouteParameters): string {
  return (
    parameters[pattern] ??
    pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = parameters[name];
      if (value === undefined) throw new Error(`the test has no value for :${name} of ${pattern}`);
      return value;
    })
  );
}

/** @throws Error when a pattern has a parameter without a value */
export async function readClientRoutes(parameters: RouteParameters): Promise<RouteAddress[]> {
  const file = fileURLToPath(new URL('../../apps/web/src/testing/route-table.ts', import.meta.url));
  const { routeTable } = (await import(file)) as { routeTable: () => ClientRoute[] };
  const rows = routeTable().map((route) =>
    variantsOf(route.path).map((path) => ({ ...route, path, address: addressOf(path, parameters) })),
  );
  // Two addresses of one page are apart: what the second one shows has to be new.
  const depth = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: depth }, (_, index) => rows.flatMap((variants) => variants[index] ?? [])).flat();
}
