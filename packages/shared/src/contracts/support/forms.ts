/** Forms that anybody may send: feedback, applications, and subscriptions to an opening. */
import * as z from 'zod/mini';
import { captchaSolution } from '../captcha/schemas.ts';
import { pairName } from '../common.ts';
import { contactEmail, httpsLink, line, optionalParagraphs, paragraphs, telegramName } from './texts.ts';

export const exchangeLinksMax = 10;

/** Of a visitor, where one is demanded. */
const ofVisitors = { captcha: captchaSolution };

/** Of a form with files, whose solution is asked for before the form is read. */
export const applicationHeaders = z.object({ 'x-captcha': captchaSolution });

/** Also what a form of several parts sends. */
const choice = z.pipe(
  z.literal([true, false, 'true', 'false', '1', '0', 'yes', 'no'], 'Field is required'),
  z.transform((value) => value === true || value === 'true' || value === '1' || value === 'yes'),
);

/** POST /v2/feedback. Who is signed in need not give an e-mail. */
export const feedbackRequest = z.object({
  email: z.optional(contactEmail),
  name: z.optional(line(100)),
  text: paragraphs(5_000),
  ...ofVisitors,
});
export type FeedbackRequest = z.infer<typeof feedbackRequest>;

/** POST /v2/applyToPartnership */
export const partnershipRequest = z.object({
  telegram: telegramName,
  email: contactEmail,
  project_link: httpsLink,
  name: line(200),
  message: paragraphs(2_000, 20),
  ...ofVisitors,
});
export type PartnershipRequest = z.infer<typeof partnershipRequest>;

/** How contracts are written on chains that many projects use; others are taken as they are. */
const contractsByChain: readonly (readonly [chain: RegExp, contract: RegExp])[] = [
  [/ethereum|erc-?20|bnb|bsc|bep-?20|polygon|arbitrum|optimism|avalanche|^base$/i, /^0x[0-9a-fA-F]{40}$/],
  [/tron|trc-?20/i, /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  [/solana/i, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
];

function isContractOf(blockchain: string, contract: string): boolean {
  return contractsByChain.every(([chain, form]) => !chain.test(blockchain) || form.test(contract));
}

/** In a form of several parts one link a line. */
const exchangeLinks = z.pipe(
  z.transform((links) =>
    typeof links === 'string'
      ? links
          .split('\n')
          .map((link) => link.trim())
          .filter(Boolean)
      : links,
  ),
  z.array(httpsLink).check(z.maxLength(exchangeLinksMax, `Max length is ${exchangeLinksMax}`)),
);

/** POST /v2/applyToList: everything but the comment. */
export const listingRequest = z
  .object({
    name: line(200),
    project_name: line(200),
    contact_details: line(200),
    telegram_id: telegramName,
    project_website: httpsLink,
    company_email: contactEmail,
    blockchain: line(200),
    contract_address: line(200),
    country: z.string('Field is required').check(z.regex(/^[A-Z]{2}$/, 'Field is required')),
    listed_elsewhere: choice,
    /** Demanded where the coin is listed elsewhere. */
    exchange_links: z._default(exchangeLinks, []),
    has_burning: choice,
    airdrop: choice,
    comment: optionalParagraphs(2_000),
    ...ofVisitors,
  })
  .check(
    z.refine(({ listed_elsewhere, exchange_links }) => !listed_elsewhere || exchange_links.length > 0, {
      path: ['exchange_links'],
      error: 'Field is required',
    }),
    z.refine(({ blockchain, contract_address }) => isContractOf(blockchain, contract_address), {
      path: ['contract_address'],
      error: 'Invalid address',
    }),
  );
export type ListingRequest = z.infer<typeof listingRequest>;

/** What may open, besides markets. */
export const features = ['p2p', 'otc', 'staking', 'offerings', 'mobile_app'] as const;
export type Feature = (typeof features)[number];

/** POST /v2/notifyUser: a mail to this person when a market or a feature opens. A signed-in user need not give an e-mail. */
export const notifyRequest = z
  .object({
    market: z.optional(pairName),
    feature: z.optional(z.enum(features, 'Current value is not supported')),
    email: z.optional(contactEmail),
    ...ofVisitors,
  })
  .check(
    z.refine(({ market, feature }) => (market === undefined) !== (feature === undefined), {
      path: ['feature'],
      error: 'Field is required',
    }),
  );
export type NotifyRequest = z.infer<typeof notifyRequest>;

/** `id` is what an operator calls the case. */
export const formReceived = z.object({ status: z.literal('success'), id: z.number(), message: z.string() });
export const watchReceived = z.object({ status: z.literal('success'), message: z.string() });

export const formKinds = ['feedback', 'listing', 'partnership'] as const;
export type FormKind = (typeof formKinds)[number];
export const formStates = ['new', 'in_review', 'approved', 'rejected', 'listed'] as const;
export type FormState = (typeof formStates)[number];
