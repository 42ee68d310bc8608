/** The versions of the legal texts: who changes what a text says raises its version and names the day from which it holds. */
export const legalDocuments = {
  terms: { version: 2, from: '2026-12-01' },
  privacy: { version: 3, from: '2026-12-01' },
  aml: { version: 1, from: '2026-12-01' },
  risk: { version: 1, from: '2026-12-01' },
  cookies: { version: 3, from: '2026-12-01' },
  delisting: { version: 1, from: '2026-12-01' },
} as const;

export type LegalDocumentName = keyof typeof legalDocuments;
