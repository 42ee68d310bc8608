import { findProgram } from '../../scripts/services/process.ts';

/** What Chromium needs to run as root and without a screen, and to stay off the network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A camera and a microphone that show and say the same always, allowed without asking. */
export const fakeCameraArgs = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** The same engine without a browser around it, which takes a third of the processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The machine's Chromium; undefined means the one that `playwright install chromium` has fetched. */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH || findProgram(...names);
}
