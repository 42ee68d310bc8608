/** Settings that suit a laptop and are unsafe on a public site; the parts and `npm start` refuse to start with them. */

type Settings = Record<string, unknown>;

const mailCatchers = /mail-?(pit|hog|dev|catcher|trap)|smtp4dev|inbucket|greenmail/i;
const mailCatcherPort = '1025';
const loopbackHosts = new Set(['127.0.0.1', '::1', 'localhost']);

/** One text for each unsafe setting of an API process; empty when there is none. Unset variables are absent from `given`. */
export function unsafeSettings(given: Settings): string[] {
  return [...faultsOfOpenDemo(given), ...(given.NODE_ENV === 'production' ? faultsInProduction(given) : [])];
}

/** Whether only programs of this machine can connect to an API process that listens there. */
export function isLoopback({ HOST = '127.0.0.1' }: Settings): boolean {
  return loopbackHosts.has(String(HOST));
}

/** The same for the process that sends mails. */
export function mailServerFaults({ NODE_ENV, SMTP_URL, MAIL_CATCHER }: Settings): string[] {
  if (NODE_ENV !== 'production') return [];
  if (SMTP_URL === undefined) return ['SMTP_URL is not set: in production mails must reach their recipients'];
  if (MAIL_CATCHER === '1' || !isMailCatcher(String(SMTP_URL))) return [];
  return [
    'SMTP_URL names a mail catcher, which delivers nothing and shows every mail: name a mail server, or set MAIL_CATCHER=1 ' +
      'for a trial',
  ];
}

/** Of each process that speaks to the chain of the demo. */
export function sandboxFaults({ NODE_ENV, SANDBOX_CHAIN_URL, SANDBOX_PROVIDER_SECRET }: Settings): string[] {
  if (NODE_ENV !== 'production') return [];
  return [
    ...(SANDBOX_CHAIN_URL === undefined
      ? []
      : ['SANDBOX_CHAIN_URL names a chain that makes coins from nothing: refused with NODE_ENV=production']),
    ...(SANDBOX_PROVIDER_SECRET === undefined
      ? []
      : ['SANDBOX_PROVIDER_SECRET opens a payment provider where nobody pays: refused with NODE_ENV=production']),
  ];
}

/** By the host name that such programs usually have, or the port that they listen on. */
function isMailCatcher(smtpUrl: string): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const { hostname, port } = new URL(smtpUrl);
  return port === mailCatcherPort || mailCatchers.test(hostname);
}

/** The passwords of the demo are public, and the mailbox shows every confirmation link. */
function faultsOfOpenDemo(given: Settings): string[] {
  if (isLoopback(given)) return [];
  const { DEMO, DEV_MAILBOX, SANDBOX_PROVIDER_SECRET } = given;
  return [
    ...(DEMO === '1' ? ['DEMO=1 makes users with known passwords: HOST must be a loopback address, or DEMO 0'] : []),
    ...(DEV_MAILBOX === '1'
      ? ['DEV_MAILBOX=1 shows all mails: HOST must be a loopback address, or DEV_MAILBOX 0']
      : []),
    ...(SANDBOX_PROVIDER_SECRET === undefined
      ? []
      : ['SANDBOX_PROVIDER_SECRET opens a payment provider where nobody pays: HOST must be a loopback address']),
  ];
}

function faultsInProduction(given: Settings): string[] {
  const { PUBLIC_URL, TRUSTED_PROXIES, DEMO, DEV_MAILBOX } = given;
  const faults = sandboxFaults(given);
  if (PUBLIC_URL === undefined) faults.push('PUBLIC_URL is not set: mails need it for their links');
  else if (!/^https:\/\//i.test(String(PUBLIC_URL)))
    faults.push(
      'PUBLIC_URL must begin with https:// in production: without it cookies are sent over plain connections',
    );
  if (TRUSTED_PROXIES === undefined)
    faults.push(
      'TRUSTED_PROXIES is not set: name the addresses of the proxy in front of the API, or none when clients connect ' +
        'directly. Behind a proxy that is not named all clients share one rate limit',
    );
  if (DEMO === '1') faults.push('DEMO=1 makes users with known passwords: refused with NODE_ENV=production');
  if (DEV_MAILBOX === '1') faults.push('DEV_MAILBOX=1 shows all mails: refused with NODE_ENV=production');
  return faults;
}
