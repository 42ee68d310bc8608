/** All routes of the client in one list, for tests: each table is read where it is declared, so a new route is in it by itself. */
import { isValidElement, type ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { GuestsOnly, RequireSession } from '../app/guards.tsx';
import type { RouteHandle } from '../app/layouts/route-handle.ts';
import { UserLayout } from '../app/layouts/user-layout.tsx';
import { otherPages } from '../app/other-pages.tsx';
import { appRoutes } from '../app/router.tsx';
import { RedirectWithQuery } from '../app/routing/redirect-with-query.tsx';
import { userPages } from '../app/user-area.tsx';
import { paths } from '../platform/paths.ts';

type Load = () => Promise<unknown>;

interface ClientRoute {
  /** A pattern of the router. */
  path: string;
  access: 'everyone' | 'session' | 'guests';
  /** Whether the page is shown with the side bar of the account. */
  sideBar: boolean;
  handle: RouteHandle;
  /** Where it leads at once. */
  redirect?: string;
  /** What the router imports for it, one after the other. */
  loads: readonly Load[];
}

const userArea = `${paths.user}/*`;
/** Their pages have tables of their own. */
const areas = new Set(['*', userArea]);

function isOf(node: ReactNode, type: unknown): boolean {
  return isValidElement<{ children?: ReactNode }>(node) && (node.type === type || isOf(node.props.children, type));
}

/** The imports of the pages in an element (app/lazy-page.tsx). */
function loadsIn(node: ReactNode): readonly Load[] {
  if (!isValidElement<{ children?: ReactNode; load?: Load }>(node)) return [];
  return node.props.load ? [node.props.load] : loadsIn(node.props.children);
}

function loadsOfArea(path: string): readonly Load[] {
  return loadsIn(appRoutes.flatMap(({ children = [] }) => children).find((route) => route.path === path)?.element);
}

function read(route: RouteObject, parent: ClientRoute): ClientRoute[] {
  const { element, index, children, handle } = route;
  const absolute =
    route.path?.startsWith('/') || index ? route.path : [parent.path, route.path].filter(Boolean).join('/');
  const own: ClientRoute = {
    path: absolute ?? parent.path,
    access: isOf(element, RequireSession) ? 'session' : isOf(element, GuestsOnly) ? 'guests' : parent.access,
    sideBar: parent.sideBar || isOf(element, UserLayout),
    handle: (handle as RouteHandle | undefined) ?? parent.handle,
    loads: [...parent.loads, ...loadsIn(element)],
  };
  if (children) return children.flatMap((child) => read(child, own));
  if (areas.has(own.path)) return [];
  const isRedirect = isOf(element, Navigate) || isOf(element, RedirectWithQuery);
  if (isRedirect && isValidElement<{ to: string }>(element)) own.redirect = element.props.to;
  return [own];
}

export function routeTable(): ClientRoute[] {
  const root: ClientRoute = { path: '', access: 'everyone', sideBar: false, handle: {}, loads: [] };
  const inUser: ClientRoute = { ...root, path: paths.user, loads: loadsOfArea(userArea) };
  const beside: ClientRoute = { ...root, loads: loadsOfArea('*') };
  return [
    ...appRoutes.flatMap((route) => read(route, root)),
    ...userPages.flatMap((route) => read(route, inUser)),
    ...otherPages.filter(({ index }) => !index).flatMap((route) => read(route, beside)),
  ];
}
