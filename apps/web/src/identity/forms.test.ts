import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** What holds values against a schema of the contracts. */
const judges = /\b(?:validateWith|problemWith|useContractForm|useItemForm|safeParse)\b/;

/** Forms that hold nothing against a schema themselves, and why they need not. */
const others: Readonly<Record<string, string>> = {
  '../app/layouts/markets-menu.tsx': 'a search',
  '../features/auth/verification-page.tsx': 'use-codes.ts judges',
  '../features/loans/offers/offer-form.tsx': 'use-offer-form.ts judges',
  '../features/loans/search/search-form.tsx': 'use-offer-search.ts judges',
  '../features/loans/take/credit-fields.tsx': 'use-credit-form.ts judges',
  '../features/perpetual/dialogs/close-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/dialogs/leverage-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/dialogs/margin-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/dialogs/margin-mode-dialog.tsx': 'a choice',
  '../features/perpetual/dialogs/modify-algo-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/dialogs/modify-order-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/dialogs/tpsl-dialog.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/form/perpetual-form.tsx': 'order-contracts.ts holds the call',
  '../features/perpetual/quiz/quiz-dialog.tsx': 'choices',
  '../features/settings/api-keys/enable-key-dialog.tsx': 'a proof, which use-proof.ts judges',
  '../features/settings/security/disable-dialog.tsx': 'a proof, which use-proof.ts judges',
  '../features/settings/security/enable-by-code.tsx': 'its callers give the judge',
  '../features/spot/exchange/swap-fields.tsx': 'order-contracts.ts holds the call',
  '../features/spot/form/limit-form.tsx': 'order-contracts.ts holds the call',
  '../features/spot/form/market-form.tsx': 'order-contracts.ts holds the call',
  '../features/spot/orders/cancel-all/cancel-all-dialog.tsx': 'a choice',
  '../features/spot/orders/modify/modify-order-form.tsx': 'order-contracts.ts holds the call',
  '../features/verification/document-step.tsx': 'document-texts.ts judges',
  '../features/verification/video-step.tsx': 'a file',
  '../features/wallet/transfer-dialog.tsx': 'transfer-rules.ts judges',
  '../features/withdrawals/request-dialog.tsx': 'a proof, which use-proof.ts judges',
  './step-up-dialog.tsx': 'a proof, which use-proof.ts judges',
};

const isForm = (source: string) => /<form\b/.test(source);
/** All calls of the console are held against their contracts (features/ops/contracts.ts). */
const isConsole = (path: string) => path.startsWith('../features/ops/');

test('each form is judged by the contract of its call before it is sent', () => {
  const forms = Object.entries(sources).filter(
    ([path, source]) => path.endsWith('.tsx') && isForm(source) && !isConsole(path),
  );
  expect(forms.length).toBeGreaterThan(50);
  const unjudged = forms.filter(([path, source]) => !judges.test(source) && others[path] === undefined);
  expect(unjudged.map(([path]) => path)).toEqual([]);
  const judged = Object.keys(others).filter((path) => !isForm(sources[path] ?? '') || judges.test(sources[path] ?? ''));
  expect(judged, 'no longer an exception').toEqual([]);
});

test('what a schema says is said in the language of the page', () => {
  const readers = Object.entries(sources).filter(
    ([path, source]) => /\bissues\b/.test(source) && /safeParse/.test(source) && !isConsole(path),
  );
  expect(readers.map(([path]) => path).toSorted()).toEqual(['../api/hold-contracts.ts', './validate.ts']);
});
