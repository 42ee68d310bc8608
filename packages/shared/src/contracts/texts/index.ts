/** Texts of the client that operators change: calls, shapes and rules. */
export { textsOperatorEndpoints } from './operator-endpoints.ts';
export {
  allPlacesOf,
  changedArea,
  faultsOf,
  isFixedArea,
  longestInPlaceOf,
  partsOf,
  placesOf,
  sentenceOf,
  stillFits,
  type TextFault,
  takesTwoOperators,
  withoutPlaces,
} from './rules.ts';
export { type TextDetails, type TextSelection, type TextView, textSelections } from './schemas.ts';
export { type TextPlace, textIdOf, textPlaceOf } from './text-id.ts';
