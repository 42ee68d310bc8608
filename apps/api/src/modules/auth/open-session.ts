/** The end of every way of signing in: a session, the notice of a new device, and the mark that the browser keeps. */
import { DomainError } from '@pelican/shared/contracts';
import type { Sessions, SessionTokens, SignInMethod } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { addressKey } from '../../platform/http/index.ts';
import type { DeviceMarks } from './devices.ts';
import type { Caller, SignInRefusals } from './refused-sign-ins.ts';
import { type Credentials, isNewDevice } from './repository.ts';

export interface SignedIn extends SessionTokens {
  /** For the browser to keep. */
  deviceMark: string;
}

export interface SignInFacts {
  methods: SignInMethod[];
  /** Of a browser that has signed in before. */
  deviceId: string | undefined;
}

/** @throws DomainError invalid_credentials (the password has changed meanwhile), account_blocked */
export type OpenSession = (account: Credentials, device: Caller, facts: SignInFacts) => Promise<SignedIn>;

/** One notice an hour and address: a caller who knows the password cannot fill the mailbox. */
function newDeviceNotice(userId: number, { ip, userAgent }: Caller) {
  const hour = new Date().toISOString().slice(0, 13);
  const key = `new_device_sign_in:${hour}:${addressKey(ip)}`;
  return { userId, kind: 'new_device_sign_in', payload: { ip, userAgent }, key } as const;
}

export function createOpenSession(deps: {
  sessions: Sessions;
  devices: DeviceMarks;
  refusals: SignInRefusals;
}): OpenSession {
  const { sessions, devices, refusals } = deps;
  return async (account, device, { methods, deviceId }) => {
    const opened = await sessions
      .open(account, device, methods, async (transaction) => {
        if (deviceId === undefined && (await isNewDevice(transaction, account.id, device)))
          await writeNotices(transaction, [newDeviceNotice(account.id, device)]);
      })
      .catch((error: unknown) => {
        // A blocked account, or a password that was changed meanwhile.
        if (error instanceof DomainError) refusals.record('refused', device, account);
        throw error;
      });
    return { ...opened, deviceMark: devices.issue(account.email, deviceId) };
  };
}
