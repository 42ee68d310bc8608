/** Texts of mails to people without an account, by language. Nothing of them is what a sender wrote: the address may be somebody else's. */

import type { FormKind, FormState } from '@pelican/shared/contracts/support';
import type { Language } from '@pelican/shared/contracts/system';
import { openingTexts } from './kinds/support.ts';
import type { TextOf } from './notice-kind.ts';

const formNames: Record<Language, Record<FormKind, string>> = {
  en: { feedback: 'message', listing: 'application for a listing', partnership: 'application for a partnership' },
  hi: { feedback: 'संदेश', listing: 'लिस्टिंग आवेदन', partnership: 'साझेदारी आवेदन' },
};

const stateNames: Record<Language, Record<FormState, string>> = {
  en: { new: 'received', in_review: 'in review', approved: 'approved', rejected: 'rejected', listed: 'listed' },
  hi: { new: 'प्राप्त', in_review: 'समीक्षा में', approved: 'स्वीकृत', rejected: 'अस्वीकृत', listed: 'सूचीबद्ध' },
};

type InLanguages<Given> = Record<Language, TextOf<Given>>;

const formReceived: InLanguages<{ form: FormKind; id: number }> = {
  en: ({ form, id }) => ({
    title: `We have your ${formNames.en[form]}`,
    text: `Its number is ${id}. We answer to this address. If you did not send it, ignore this mail.`,
  }),
  hi: ({ form, id }) => ({
    title: `हमें आपका ${formNames.hi[form]} मिल गया है`,
    text: `इसकी संख्या ${id} है। हम इसी पते पर उत्तर देंगे। यदि इसे आपने नहीं भेजा है, तो इस ईमेल पर ध्यान न दें।`,
  }),
};

/** `reason`: an operator's own words. */
const formStateChanged: InLanguages<{ id: number; state: FormState; reason: string }> = {
  en: ({ id, state, reason }) => ({ title: `Your application ${id}: ${stateNames.en[state]}`, text: reason }),
  hi: ({ id, state, reason }) => ({ title: `आपका आवेदन ${id}: ${stateNames.hi[state]}`, text: reason }),
};

export const visitorTexts = {
  form_received: formReceived,
  form_state_changed: formStateChanged,
  opened: openingTexts,
};
