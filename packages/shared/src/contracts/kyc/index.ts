/** Identity verification: calls, shapes and rules. */
export {
  type CasePart,
  caseParts,
  type DocumentField,
  documentFields,
  formBytesMax,
  type GlobalKind,
  globalDocumentTexts,
  globalKinds,
  imageBytesMax,
  indianDocumentTexts,
  neededFiles,
  type PanType,
  panTypes,
  partOf,
  type ResubmitPart,
  resubmitParts,
  videoBytesMax,
  videoSeconds,
} from './documents.ts';
export { kycEndpoints, kycProviderEndpoints, kycUploadEndpoints } from './endpoints.ts';
export { indianStates } from './indian-states.ts';
export {
  type CaseStatus,
  type KycCaseDetail,
  type KycCaseHead,
  type KycReason,
  type KycRisk,
  kycOperatorEndpoints,
  kycReasonNames,
  kycReasons,
  kycRisks,
} from './operators.ts';
export {
  ageOn,
  type GlobalInfo,
  globalInfo,
  type IndianInfo,
  indianInfo,
  today,
} from './personal-info.ts';
export type { KycStatus, KycSubmitted, OwnDocuments, ProviderResponse, VerificationState } from './schemas.ts';
export { isVerhoeff, verhoeffDigit } from './verhoeff.ts';
