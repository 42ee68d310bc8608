import type { SupportWidget, WidgetDirective } from '../config/index.ts';

/**
 * What our pages may load: everything of our own, nothing of anybody else's. The chart and the UI kit set style
 * attributes, hence 'unsafe-inline' for styles alone.
 */
const ownSources = {
  default: ["'self'"],
  script: ["'self'"],
  style: ["'self'", "'unsafe-inline'"],
  img: ["'self'", 'data:', 'blob:'],
  // Videos that a person has just recorded or that an operator watches.
  media: ["'self'", 'blob:'],
  font: ["'self'", 'data:'],
  connect: ["'self'"],
  worker: ["'self'", 'blob:'],
  object: ["'none'"],
};
const ownRules = ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

function policyOf(sources: Record<string, readonly string[]>): string {
  return [...Object.entries(sources).map(([name, allowed]) => `${name}-src ${allowed.join(' ')}`), ...ownRules].join(
    '; ',
  );
}

export const pagePolicy = policyOf(ownSources);

/** What pages with a hosted widget of support may load: its script, and the origins that the configuration names. */
export function pagePolicyWith(widget: SupportWidget | null): string {
  if (!widget) return pagePolicy;
  const { origin, pathname } = new URL(widget.script);
  const sources: Record<string, string[]> = { ...ownSources };
  const allow = (directive: WidgetDirective, source: string) => {
    sources[directive] = [...(sources[directive] ?? ["'self'"]), source];
  };
  allow('script', origin + pathname);
  for (const [directive, source] of widget.origins) allow(directive, source);
  return policyOf(sources);
}

/** The worker of the client asks for pages and for its own parts, and runs nothing else. Without `connect-src` it could not even be installed. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** A page may ask for the camera and the microphone and for no other device: people record a video when they verify their identity. */
export const pagePermissions = 'camera=(self), geolocation=(), microphone=(self), payment=(), usb=()';

/**
 * What the page that shows the API's document may load: files of our own, no inline script or style, nothing that compiles
 * text. The sandbox gives it an origin of its own, so that its script reaches no cookie, no storage and no page of ours; what its links open is outside of the sandbox again.
 */
export const documentPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ');
