/** Each form of the client is judged by the contract of its call before anything is sent (docs/decisions/0203). */
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** What holds values, or the bodies of calls, against a schema of the contracts. */
const judges = /\b(?:validateWith|problemWith|useContractForm|useItemForm|safeParse|addRequestChecks)\b/;

/** A form that holds nothing against a schema itself: the files that do so for it, or why there is nothing to judge. */
type Exception = { judgedBy: readonly string[] } | { why: string };

/** They hold the calls of every form of orders and positions. */
const orderContracts = '../api/order-contracts.ts';
const byItsCall: Exception = { judgedBy: [orderContracts] };
const byItsProof: Exception = { judgedBy: ['../identity/use-proof.ts'] };

const exceptions: Readonly<Record<string, Exception>> = {
  '../app/layouts/markets-menu.tsx': { why: 'a search' },
  '../features/auth/sign-up-page.tsx': { judgedBy: ['../features/auth/sign-up-rules.ts'] },
  '../features/auth/verification-page.tsx': { judgedBy: ['../features/auth/use-codes.ts'] },
  '../features/loans/offers/offer-form.tsx': { judgedBy: ['../features/loans/offers/use-offer-form.ts'] },
  '../features/loans/offers/offer-wizard.tsx': { judgedBy: ['../features/loans/offers/use-offer-form.ts'] },
  '../features/loans/search/search-form.tsx': { judgedBy: ['../features/loans/search/use-offer-search.ts'] },
  '../features/loans/take/credit-fields.tsx': { judgedBy: ['../features/loans/take/use-credit-form.ts'] },
  '../features/perpetual/dialogs/close-dialog.tsx': byItsCall,
  '../features/perpetual/dialogs/leverage-dialog.tsx': byItsCall,
  '../features/perpetual/dialogs/margin-dialog.tsx': byItsCall,
  '../features/perpetual/dialogs/margin-mode-dialog.tsx': { why: 'a choice of two' },
  '../features/perpetual/dialogs/modify-algo-dialog.tsx': byItsCall,
  '../features/perpetual/dialogs/modify-order-dialog.tsx': byItsCall,
  '../features/perpetual/dialogs/tpsl-dialog.tsx': byItsCall,
  '../features/perpetual/form/perpetual-form.tsx': byItsCall,
  '../features/perpetual/quiz/quiz-dialog.tsx': { why: 'choices' },
  '../features/settings/api-keys/enable-key-dialog.tsx': byItsProof,
  '../features/settings/security/disable-dialog.tsx': byItsProof,
  '../features/settings/security/enable-by-code.tsx': {
    judgedBy: ['email-code-dialog', 'sms-dialog', 'unverified-email'].map(
      (name) => `../features/settings/security/${name}.tsx`,
    ),
  },
  '../features/spot/exchange/swap-fields.tsx': byItsCall,
  '../features/spot/form/limit-form.tsx': byItsCall,
  '../features/spot/form/market-form.tsx': byItsCall,
  '../features/spot/orders/cancel-all/cancel-all-dialog.tsx': { why: 'a choice' },
  '../features/spot/orders/modify/modify-order-form.tsx': byItsCall,
  '../features/verification/document-step.tsx': { judgedBy: ['../features/verification/document-texts.ts'] },
  '../features/verification/video-step.tsx': { why: 'a file' },
  '../features/wallet/transfer-dialog.tsx': { judgedBy: ['../features/wallet/transfer-rules.ts'] },
  '../features/withdrawals/request-dialog.tsx': byItsProof,
  '../identity/step-up-dialog.tsx': byItsProof,
};

const sourceOf = (path: string) => sources[path] ?? '';
const isForm = (path: string) => path.endsWith('.tsx') && /<form\b/.test(sourceOf(path));
const doesJudge = (path: string) => judges.test(sourceOf(path));
/** All calls of the console are held against their contracts (features/ops/contracts.ts). */
const isConsole = (path: string) => path.startsWith('../features/ops/');
const doesImport = (path: string, other: string) => sourceOf(path).includes(`/${other.split('/').at(-1)}'`);

test('each form is judged by the contract of its call before it is sent', () => {
  const forms = Object.keys(sources).filter((path) => isForm(path) && !isConsole(path));
  expect(forms.length).toBeGreaterThan(50);
  expect(forms.filter((path) => !doesJudge(path) && exceptions[path] === undefined)).toEqual([]);
  const judged = Object.keys(exceptions).filter((path) => !isForm(path) || doesJudge(path));
  expect(judged, 'no longer an exception').toEqual([]);
});

const answeredFor = Object.entries(exceptions).flatMap(([form, exception]) =>
  'judgedBy' in exception ? exception.judgedBy.map((judge) => [form, judge] as const) : [],
);

test.each(answeredFor)('%s is judged by %s', (form, judge) => {
  expect(doesJudge(judge)).toBe(true);
  // The contracts of orders come with the screen; any other judge is what the form uses, or what uses the form.
  if (judge !== orderContracts) expect(doesImport(form, judge) || doesImport(judge, form)).toBe(true);
});

test('what a schema says is said in the language of the page', () => {
  const readers = Object.entries(sources).filter(
    ([path, source]) => /\bissues\b/.test(source) && /safeParse/.test(source) && !isConsole(path),
  );
  expect(readers.map(([path]) => path).toSorted()).toEqual(['../api/add-request-checks.ts', '../identity/validate.ts']);
});
