/** @returns the SQL condition under which a user is neither blocked nor suspended at the moment; `users` is the table's name in the query */
export function isActiveUser(users = 'users'): string {
  return `(${users}.status = 'active' AND coalesce(${users}.suspended_until, '-infinity') <= now())`;
}
