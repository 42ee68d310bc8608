/** What the layout has beyond the first view, as one file; loaded by load-late-parts.ts. */
export { PageMeta } from '../page-meta/page-meta.tsx';
export { ExchangeNotes } from './exchange-notes.tsx';
export { Footer } from './footer.tsx';
export { HeaderLinks } from './header-links.tsx';
export { HeaderMenu } from './header-menu.tsx';
export { LateLayers } from './late-layers.tsx';
export { MarketsMenu } from './markets-menu.tsx';
export { NotificationCentre } from './notification-centre.tsx';
