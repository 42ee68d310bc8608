export interface RoleRights {
  read: 'everything' | readonly string[];
  /** Also the sequences that number the rows. */
  insert?: readonly string[];
  update?: readonly string[];
  delete?: readonly string[];
  /** Of those that run with the owner's rights. */
  functions?: readonly string[];
}
