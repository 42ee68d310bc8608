/** Whether one operator alone may move money and give rights: of who prepares the database, not of who calls. */
import { flag, optional } from '@pelican/shared/settings';

export const twoPersonsSetting = {
  TWO_PERSONS: optional(
    flag({
      about:
        '1: what concerns money or rights is a request that another operator approves, and every action needs a reason; written into the database, with an audit record, when it changes',
      fallback: '0',
    }),
    'as it was; at the first start 0 (1 in production)',
  ),
};
