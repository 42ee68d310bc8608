/** Saved withdrawal addresses: calls and shapes. */
export { savedAddressesEndpoints } from './endpoints.ts';
export {
  type AllowList,
  type NewSavedAddress,
  newSavedAddress,
  type SavedAddress,
  type SavedAddressList,
} from './schemas.ts';
export { savedAddressesMax, savedAddressesPageSize } from './terms.ts';
