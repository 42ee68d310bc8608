/** What operators call, and their permissions. */
export { operationsEndpoints } from './endpoints.ts';
export { isPermission, type Permission, permissions } from './permissions.ts';
export { reasonText } from './schemas.ts';
