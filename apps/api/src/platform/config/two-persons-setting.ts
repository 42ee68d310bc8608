/** Whether one operator alone may move money and give rights. */
import { flag, optional, type ValuesOf } from '@pelican/shared/settings';

export const twoPersonsSetting = {
  TWO_PERSONS: optional(
    flag({
      about:
        '1: what concerns money or rights is a request that another operator approves, and every action needs a reason',
      fallback: '0',
    }),
    '0 (1 in production)',
  ),
};

/** In production two decide unless it is set to 0. */
export function twoPersonsOf(values: ValuesOf<typeof twoPersonsSetting> & { NODE_ENV: string | undefined }): boolean {
  return values.TWO_PERSONS ?? values.NODE_ENV === 'production';
}
