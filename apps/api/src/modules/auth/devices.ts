/**
 * Marks of browsers in which an account has been signed in to, kept by the browser in a cookie: `<id>.<HMAC(id, e-mail)>`.
 * A mark gives no access. It only lets failed sign-ins of the owner's browser be counted apart from those of strangers.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface DeviceMarks {
  issue(email: string): string;
  /** The id of the device, or undefined when the mark was not made for this account. */
  read(mark: string | undefined, email: string): string | undefined;
}

export function createDeviceMarks(secret: string): DeviceMarks {
  const sign = (id: string, email: string) => createHmac('sha256', secret).update(`device:${id}:${email}`).digest();
  return {
    issue(email) {
      const id = randomBytes(16).toString('base64url');
      return `${id}.${sign(id, email).toString('base64url')}`;
    },
    read(mark, email) {
      const [id = '', signature = ''] = mark?.split('.') ?? [];
      const given = Buffer.from(signature, 'base64url');
      const right = sign(id, email);
      return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
    },
  };
}
