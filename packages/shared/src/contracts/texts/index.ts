/** Texts of the client that operators change: calls, shapes and rules. */
export { textsOperatorEndpoints } from './operator-endpoints.ts';
export {
  allPlaceholdersOf,
  changedArea,
  faultsOf,
  isFixedArea,
  longestInPlaceOf,
  partsOf,
  placeholdersOf,
  sentenceOf,
  stillFits,
  type TextFault,
  takesTwoOperators,
  withoutPlaceholders,
} from './rules.ts';
export { type TextDetails, type TextSelection, type TextView, textSelections } from './schemas.ts';
export { type TextPlace, textIdOf, textPlaceOf } from './text-id.ts';
