/** Whether one operator alone may move money and give rights, and who may become one: of who prepares the database, not of who calls. */
import { flag, optional, text } from '@pelican/shared/settings';

export const operatorSettings = {
  TWO_PERSONS: optional(
    flag({
      about:
        '1: what concerns money or rights is a request that another operator approves, and every action needs a reason; written into the database, with an audit record, when it changes',
      fallback: '0',
    }),
    'as it was; at the first start 0 (1 in production)',
  ),
  OPERATOR_EMAIL_DOMAINS: optional(
    text({
      about:
        'domains with commas between them: of their mailboxes alone somebody becomes an operator; `any` lifts that; written into the database, with an audit record, when it changes',
      fallback: 'any',
      pattern: /^(any|[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*)$/,
      patternError: 'must be `any` or domains in small letters, like exchange.example.org, with commas between them',
    }),
    'as it was; at the first start any',
  ),
};

/** As `writeDeployment` takes them; undefined: as they were. */
export function operatorDomainsOf(value: string | undefined): string[] | undefined {
  return value === 'any' ? [] : value?.split(',').map((domain) => domain.trim());
}
