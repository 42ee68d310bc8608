/** What operators may be permitted to do. Each action of an operator names one of these. */
export const permissions = [
  /** Finding people and reading what they did; each look is an audit record. */
  'users',
  /** Blocking and unblocking, passwords and API keys of others. */
  'accounts',
  'kyc',
  /** Credits and the insurance fund. */
  'money',
  /** Tickets, forms, the FAQ and the public chat. */
  'support',
  /** Announcements, and what else of the site operators write. */
  'content',
  /** Assets, markets, instruments, and where indexes come from. */
  'listings',
  /** Jobs, messages that could not be sent, commands that engines cannot apply, old months. */
  'system',
  /** The audit trail. */
  'records',
  /** Who is an operator, with which permissions. */
  'operators',
] as const;
export type Permission = (typeof permissions)[number];

export function isPermission(text: string): text is Permission {
  return (permissions as readonly string[]).includes(text);
}
