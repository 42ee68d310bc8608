/**
 * The server's clock. Whatever is compared with a time of the server, or sent to it, is by this one: a device's own may be wrong by
 * hours. How long something takes is by the device.
 */

/** The server's clock less the device's, in ms. */
let skewMs = 0;

/** Answers say whole seconds and take a moment to arrive: a smaller difference is none. */
const toleranceMs = 5_000;

/** Takes a time that the server has just sent. @param serverMs Unix ms */
export function setServerTime(serverMs: number): void {
  const measuredMs = serverMs - Date.now();
  if (Math.abs(measuredMs - skewMs) > toleranceMs) skewMs = measuredMs;
}

/** @param deviceMs Unix ms by the device's clock */
export function serverTimeOf(deviceMs: number): number {
  return deviceMs + skewMs;
}

/** Unix ms by the server's clock; by the device's until the first answer. */
export function serverNow(): number {
  return serverTimeOf(Date.now());
}
