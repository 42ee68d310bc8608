/** Notices of files that a user asked for. Their link leads to the page of exports, where one is signed in: no file lies behind it. */
import { exportsPath } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const page = {
  en: { label: 'Open your exports', path: exportsPath },
  hi: { label: 'अपने एक्सपोर्ट खोलें', path: exportsPath },
};

/** `title`: of the export, in English as the file itself; readers of Hindi see it on the page. */
export const exportNotices = {
  export_ready: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: z.object({ title: z.string(), days: z.number() }),
    text: {
      en: ({ title, days }) => ({
        title: `Your export is ready: ${title}`,
        text: `You can download it for ${days} days, signed in to your account.`,
        link: page.en,
      }),
      hi: ({ days }) => ({
        title: 'आपका एक्सपोर्ट तैयार है',
        text: `साइन-इन करके आप इसे ${days} दिनों तक डाउनलोड कर सकते हैं।`,
        link: page.hi,
      }),
    },
  }),
  export_failed: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: z.object({ title: z.string(), rowsMax: z.nullable(z.number()) }),
    text: {
      en: ({ title, rowsMax }) => ({
        title: `Your export could not be written: ${title}`,
        text:
          rowsMax === null
            ? 'Something went wrong on our side. Please ask for it again.'
            : `It has more than ${rowsMax.toLocaleString('en-IN')} rows. Please choose a shorter period${rowsMax < 100_000 ? ', or CSV' : ''}.`,
        link: page.en,
      }),
      hi: ({ rowsMax }) => ({
        title: 'आपका एक्सपोर्ट नहीं बन सका',
        text:
          rowsMax === null
            ? 'हमारी ओर से कोई गड़बड़ी हुई। कृपया इसे फिर से बनवाएँ।'
            : `इसमें ${rowsMax.toLocaleString('hi-IN')} से ज़्यादा पंक्तियाँ हैं। कृपया छोटी अवधि चुनें${rowsMax < 100_000 ? ' या CSV चुनें' : ''}।`,
        link: page.hi,
      }),
    },
  }),
};
