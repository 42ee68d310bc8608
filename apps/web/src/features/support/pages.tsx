import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router-dom';
import { paths, ticketPath } from '../../platform/paths.ts';

type PageModule = { Component: ComponentType };

function page(load: () => Promise<PageModule>) {
  return lazy(() => load().then(({ Component: Page }) => ({ default: Page })));
}

const TicketPage = page(() => import('./tickets/ticket-page.tsx'));
const pages: Record<string, ComponentType> = {
  [paths.tickets]: page(() => import('./tickets/tickets-page.tsx')),
  [paths.support]: page(() => import('./support-page.tsx')),
  [paths.faq]: page(() => import('./faq/faq-page.tsx')),
  [paths.partnership]: page(() => import('./forms/partnership-page.tsx')),
  [paths.listing]: page(() => import('./forms/listing-page.tsx')),
};
const tickets = ticketPath(':ticketId').replace(':ticketId', '');

/** The pages of support: one chunk that the router names, so that the table of all pages stays small in the first view. */
export function Component() {
  const { pathname } = useLocation();
  const Page = pathname.startsWith(tickets) ? TicketPage : pages[pathname.replace(/\/+$/, '')];
  return Page ? <Page /> : null;
}
