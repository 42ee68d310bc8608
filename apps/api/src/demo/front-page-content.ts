/** What the demo's front page says. Only what is so: its partners are the parts that a demo has in place of others. */
import type { ContentItemRequest } from '@pelican/shared/contracts/content';

type Kind = ContentItemRequest['kind'];
type Of<Name extends Kind> = Extract<ContentItemRequest, { kind: Name }>;
const named = (en: string, hi: string) => ({
  en: { title: en, body: '' as const },
  hi: { title: hi, body: '' as const },
});

const news: Of<'news'>[] = [
  {
    kind: 'news',
    link: '/trade_classic',
    image: '',
    position: 0,
    texts: named('Both order forms under one chart: the classic view', 'एक चार्ट के नीचे दोनों ऑर्डर फ़ॉर्म: क्लासिक व्यू'),
  },
  {
    kind: 'news',
    link: '/perpetuals',
    image: '',
    position: 0,
    texts: named('Perpetual contracts with cross and isolated margin', 'क्रॉस और आइसोलेटेड मार्जिन वाले परपेचुअल कॉन्ट्रैक्ट'),
  },
  {
    kind: 'news',
    link: '/proof-of-reserves',
    image: '',
    position: 0,
    texts: named('Find your own leaf in the proof of reserves', 'रिज़र्व के प्रमाण में अपनी प्रविष्टि खोजें'),
  },
  {
    kind: 'news',
    link: '/assets-status',
    image: '',
    position: 0,
    texts: named('Which deposits and withdrawals are open, coin by coin', 'कौन-सी जमा और निकासी खुली हैं, कॉइन दर कॉइन'),
  },
  {
    kind: 'news',
    link: '/referral',
    image: '',
    position: 0,
    texts: named('Invite friends and share in the fees they pay', 'दोस्तों को बुलाएँ और उनके दिए शुल्क में हिस्सा पाएँ'),
  },
  {
    kind: 'news',
    link: '/faq',
    image: '',
    position: 0,
    texts: named('Questions and answers, with a search', 'सवाल और जवाब, खोज के साथ'),
  },
];

const currencies = ['BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT', 'BTC_INR', 'USDT_INR'].map(
  (pair, index): Of<'front_currency'> => ({
    kind: 'front_currency',
    pair,
    position: index,
    texts: { en: { title: pair, body: '' } },
  }),
);

const partners: Of<'partner'>[] = [
  { en: 'Sandbox network', hi: 'सैंडबॉक्स नेटवर्क', link: '/assets-status' },
  { en: 'Sandbox bank', hi: 'सैंडबॉक्स बैंक', link: '/fee-schedule' },
  { en: 'Demo market desk', hi: 'डेमो मार्केट डेस्क', link: '/market' },
  { en: 'Demo perpetual desk', hi: 'डेमो परपेचुअल डेस्क', link: '/perpetuals' },
].map(({ en, hi, link }, index) => ({
  kind: 'partner' as const,
  link,
  image: '',
  position: index,
  texts: named(en, hi),
}));

const digest: Of<'digest'> = {
  kind: 'digest',
  position: 0,
  texts: {
    en: {
      title: 'The demo in a minute',
      body: `- **Trade**: two desks quote every market all day, so each order that crosses is filled.
- **Pay in and out**: a sandbox network confirms coins in seconds, and a sandbox bank moves rupees.
- **Check**: the [proof of reserves](/proof-of-reserves) is taken each night, and each fee and tax is listed by itself.`,
    },
    hi: {
      title: 'डेमो, एक मिनट में',
      body: `- **ट्रेड**: दो डेस्क दिन भर हर मार्केट में भाव देते हैं, इसलिए भाव छूने वाला हर ऑर्डर पूरा होता है।
- **जमा और निकासी**: सैंडबॉक्स नेटवर्क कुछ सेकंड में कॉइन की पुष्टि करता है, और सैंडबॉक्स बैंक रुपये भेजता है।
- **जाँच**: [रिज़र्व का प्रमाण](/proof-of-reserves) हर रात बनता है, और हर शुल्क और टैक्स अलग दिखता है।`,
    },
  },
};

const tweets: Of<'tweet'>[] = [
  {
    kind: 'tweet',
    link: '',
    position: 0,
    texts: {
      en: { title: '@pelican_demo', body: 'The book you see is the book we match. Price first, then time.' },
      hi: { title: '@pelican_demo', body: 'जो ऑर्डर बुक आप देखते हैं, वही हम मिलाते हैं। पहले भाव, फिर समय।' },
    },
  },
  {
    kind: 'tweet',
    link: '',
    position: 0,
    texts: {
      en: {
        title: '@pelican_demo',
        body: 'Fee, GST and TDS stand apart on every receipt. No surprises at the end of the quarter.',
      },
      hi: { title: '@pelican_demo', body: 'हर रसीद पर शुल्क, GST और TDS अलग-अलग। तिमाही के अंत में कोई अचरज नहीं।' },
    },
  },
  {
    kind: 'tweet',
    link: '',
    position: 0,
    texts: {
      en: { title: '@pelican_demo', body: 'Passkeys work here: no password to steal, no code to type.' },
      hi: { title: '@pelican_demo', body: 'यहाँ पासकी चलती है: न चुराने को पासवर्ड, न टाइप करने को कोड।' },
    },
  },
];

const daySeconds = 86_400;
/** When the nightly proof of reserves is taken, after midnight UTC. */
const proofSeconds = 1_800;
const indiaSeconds = 19_800;

/** The next proof of reserves, and the end of the tax quarter in India. @param now Unix seconds */
function eventsOf(now: number): Of<'event'>[] {
  const proof = Math.ceil((now + 1 - proofSeconds) / daySeconds) * daySeconds + proofSeconds;
  const today = new Date((now + indiaSeconds) * 1000);
  const month = today.getUTCMonth();
  const quarter = Date.UTC(today.getUTCFullYear(), month - (month % 3) + 3, 1) / 1000 - indiaSeconds;
  return [
    {
      kind: 'event',
      places: 0,
      start_time: proof,
      link: '/proof-of-reserves',
      position: 0,
      texts: {
        en: { title: 'The next proof of reserves', body: 'All balances are in it.' },
        hi: { title: 'रिज़र्व का अगला प्रमाण', body: 'सभी बैलेंस इसमें शामिल हैं।' },
      },
    },
    {
      kind: 'event',
      places: 0,
      start_time: quarter,
      link: '/fee-schedule',
      position: 0,
      texts: {
        en: { title: 'A new tax quarter begins', body: 'Accounts that are taxed in India.' },
        hi: { title: 'नई टैक्स तिमाही शुरू', body: 'भारत में कर देने वाले खाते।' },
      },
    },
  ];
}

/** @param now Unix seconds */
export function frontPageContent(now: number): ContentItemRequest[] {
  return [...currencies, ...news, ...partners, digest, ...eventsOf(now), ...tweets];
}
