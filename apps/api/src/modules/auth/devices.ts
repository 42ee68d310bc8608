/**
 * Marks of browsers in which an account has been signed in to, kept by the browser in a cookie:
 * `<id>.<time of issue>.<HMAC(id, time, e-mail)>`. A mark gives no access. It only lets failed sign-ins of the owner's browser
 * be counted apart from those of strangers, for a year after the last sign-in; sign-in ignores one from before a change of the
 * password.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const deviceSeconds = 365 * 86_400;

export interface DeviceMark {
  /** The id of the device. */
  id: string;
  issuedAt: Date;
}

export interface DeviceMarks {
  /** A new mark. @param id of a device that has one; a new device when undefined */
  issue(email: string, id?: string): string;
  /** Undefined when the mark has expired or was not made for this account. */
  read(text: string | undefined, email: string): DeviceMark | undefined;
}

export function createDeviceMarks(secret: string, now: () => number = Date.now): DeviceMarks {
  const sign = (id: string, issuedAtMs: number, email: string) =>
    createHmac('sha256', secret).update(`device:${id}:${issuedAtMs}:${email}`).digest();
  return {
    issue(email, id = randomBytes(16).toString('base64url')) {
      const issuedAtMs = now();
      return `${id}.${issuedAtMs}.${sign(id, issuedAtMs, email).toString('base64url')}`;
    },
    read(text, email) {
      const [id = '', issuedAt = '', signature = ''] = text?.split('.') ?? [];
      const issuedAtMs = Number(issuedAt);
      const given = Buffer.from(signature, 'base64url');
      const right = sign(id, issuedAtMs, email);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return now() - issuedAtMs < deviceSeconds * 1000 ? { id, issuedAt: new Date(issuedAtMs) } : undefined;
    },
  };
}
