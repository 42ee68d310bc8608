import type { EvidenceKind } from '@pelican/shared/contracts/operations';

/** The kinds of evidence, in the order of the filter. The compiler refuses a list that lacks one. */
const named: Record<EvidenceKind, true> = {
  sign_in: true,
  security: true,
  kyc: true,
  audit: true,
  note: true,
  ticket: true,
  money: true,
  transfer: true,
  order: true,
  trade: true,
  perpetual_order: true,
  perpetual_trade: true,
  notice: true,
};
export const evidenceNames = Object.keys(named) as EvidenceKind[];
