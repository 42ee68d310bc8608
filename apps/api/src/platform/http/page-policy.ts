/**
 * What our pages may load: everything of our own, nothing of anybody else's. The chart and the UI kit set style
 * attributes, hence 'unsafe-inline' for styles alone.
 */
export const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Videos that a person has just recorded or that an operator watches.
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

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
