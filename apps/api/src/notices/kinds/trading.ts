/** What a user must know of open positions while away. Fills are in the histories and are no notices. */
import { paths, perpetualPath } from '@pelican/shared/client-paths';
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail', 'text'] as const;
const position = z.object({ market: z.string() });
const history = paths.perpetualsHistory;

export const tradingNotices = {
  margin_call: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    /** `coverPercent`: equity over the maintenance margin. */
    payload: z.object({ market: z.string(), isAccount: z.boolean(), coverPercent: z.string() }),
    text: {
      en: ({ market, isAccount, coverPercent }) => ({
        title: `Margin call: ${market}`,
        text: `The equity of your ${isAccount ? 'cross account' : 'position'} is ${coverPercent} % of its maintenance margin; at 100 % it is liquidated. Add margin or reduce it.`,
        link: { label: 'Open the position', path: perpetualPath(market) },
      }),
      hi: ({ market, isAccount, coverPercent }) => ({
        title: `मार्जिन कॉल: ${market}`,
        text: `आपके ${isAccount ? 'क्रॉस खाते' : 'पोज़ीशन'} की इक्विटी उसके मेंटेनेंस मार्जिन की ${coverPercent} % रह गई है; 100 % पर उसे लिक्विडेट कर दिया जाता है। मार्जिन जोड़ें या पोज़ीशन घटाएँ।`,
        link: { label: 'पोज़ीशन खोलें', path: perpetualPath(market) },
      }),
    },
  }),
  position_liquidated: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    payload: position,
    text: {
      en: ({ market }) => ({
        title: `Liquidation: ${market}`,
        text: `Your ${market} position fell below its maintenance margin and is being liquidated, in part or whole.`,
        link: { label: 'Open the history', path: history },
      }),
      hi: ({ market }) => ({
        title: `लिक्विडेशन: ${market}`,
        text: `आपकी ${market} पोज़ीशन अपने मेंटेनेंस मार्जिन से नीचे चली गई है और उसे आंशिक या पूरी तरह लिक्विडेट किया जा रहा है।`,
        link: { label: 'इतिहास देखें', path: history },
      }),
    },
  }),
  position_deleveraged: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    payload: position,
    text: {
      en: ({ market }) => ({
        title: `Auto-deleveraging: ${market}`,
        text: `Your ${market} position was closed, in part or whole, against a liquidated one that the insurance fund could not carry.`,
        link: { label: 'Open the history', path: history },
      }),
      hi: ({ market }) => ({
        title: `ऑटो-डीलीवरेजिंग: ${market}`,
        text: `आपकी ${market} पोज़ीशन आंशिक या पूरी तरह ऐसी लिक्विडेट हुई पोज़ीशन के बदले बंद कर दी गई, जिसका नुकसान बीमा कोष नहीं उठा सका।`,
        link: { label: 'इतिहास देखें', path: history },
      }),
    },
  }),
};
