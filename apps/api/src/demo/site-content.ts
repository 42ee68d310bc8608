/** What the demo's site says. Only what is so: no partner, price or date is made up. */
import type { ContentItemRequest } from '@pelican/shared/contracts/content';

export const demoContent: readonly ContentItemRequest[] = [
  {
    kind: 'announcement',
    slug: 'welcome-to-the-demo',
    category: 'general',
    pinned: true,
    position: 0,
    texts: {
      en: {
        title: 'This is a demonstration',
        body: `Everything works as on a real exchange, and nothing here is worth money: balances, coins and prices are made for trying things out.

- Sign in with one of the demo accounts, or open your own.
- Deposits and withdrawals use a sandbox network.
- Two desks trade with each other all day, so that books and charts move.

Never send real coins to an address that you see here.`,
      },
      hi: {
        title: 'यह एक डेमो है',
        body: `यहाँ सब कुछ असली एक्सचेंज की तरह चलता है, पर किसी चीज़ का पैसों में कोई मोल नहीं: शेष राशि, कॉइन और भाव केवल आज़माने के लिए हैं।

- किसी डेमो खाते से साइन इन करें, या अपना खाता खोलें।
- जमा और निकासी एक सैंडबॉक्स नेटवर्क पर होती है।
- दो डेस्क दिन भर आपस में ट्रेड करते हैं, ताकि ऑर्डर बुक और चार्ट चलते रहें।

यहाँ दिखने वाले किसी पते पर असली कॉइन कभी न भेजें।`,
      },
    },
  },
  {
    kind: 'announcement',
    slug: 'fees-gst-and-tds',
    category: 'rules',
    pinned: false,
    position: 0,
    texts: {
      en: {
        title: 'Fee, GST and TDS are three figures',
        body: `Each trade shows its charges apart, before the order and in the history:

| charge | of what |
|---|---|
| fee | of the value of the trade |
| GST | 18 % of the fee |
| TDS | 1 % of a sale, where the market withholds it |

The rates of your account are on the page of [fees](/fee-schedule).`,
      },
      hi: {
        title: 'शुल्क, जीएसटी और टीडीएस तीन अलग रकमें हैं',
        body: `हर ट्रेड के शुल्क ऑर्डर से पहले और इतिहास में अलग-अलग दिखते हैं:

| शुल्क | किस पर |
|---|---|
| ट्रेडिंग शुल्क | ट्रेड के मूल्य पर |
| जीएसटी | शुल्क का 18 % |
| टीडीएस | बिक्री का 1 %, जहाँ मार्केट पर लागू है |

आपके खाते की दरें [शुल्क](/fee-schedule) पृष्ठ पर हैं।`,
      },
    },
  },
  {
    kind: 'announcement',
    slug: 'proof-of-reserves',
    category: 'wallet',
    pinned: false,
    position: 0,
    texts: {
      en: {
        title: 'Check that your balance is counted',
        body: `Each night the exchange writes down what it owes to all users together and what lies against it. On the page of the [proof of reserves](/proof-of-reserves) you see both, and find your own leaf of the tree with which you check that your balance is in the sum.`,
      },
      hi: {
        title: 'जाँचें कि आपकी शेष राशि गिनी गई है',
        body: `हर रात एक्सचेंज लिखता है कि सभी उपयोगकर्ताओं को कुल कितना देना है और उसके सामने कितना रखा है। [रिज़र्व का प्रमाण](/proof-of-reserves) पृष्ठ पर दोनों दिखते हैं, और वहाँ आप अपनी प्रविष्टि से जाँच सकते हैं कि आपकी शेष राशि जोड़ में शामिल है।`,
      },
    },
  },
  {
    kind: 'announcement',
    slug: 'passkeys',
    category: 'general',
    pinned: false,
    position: 0,
    texts: {
      en: {
        title: 'Sign in with a passkey',
        body: `A passkey of your phone or computer signs you in without a password, and no false page can ask you for it. Add one under [Security](/user/security-main).`,
      },
      hi: {
        title: 'पासकी से साइन इन करें',
        body: `आपके फ़ोन या कंप्यूटर की पासकी बिना पासवर्ड के साइन इन कराती है, और कोई नकली पृष्ठ उसे माँग नहीं सकता। इसे [सुरक्षा](/user/security-main) में जोड़ें।`,
      },
    },
  },
  {
    kind: 'announcement',
    slug: 'litecoin-is-listed',
    category: 'listing',
    pinned: false,
    position: 0,
    texts: {
      en: {
        title: 'Litecoin is listed',
        body: `LTC trades against USDT: [LTC/USDT](/trade/LTC_USDT). What else is listed stands beside the form of [listing](/listing).`,
      },
      hi: {
        title: 'लाइटकॉइन सूचीबद्ध',
        body: `LTC अब USDT के साथ ट्रेड होता है: [LTC/USDT](/trade/LTC_USDT)। बाकी सूची [लिस्टिंग](/listing) के फ़ॉर्म के पास है।`,
      },
    },
  },
  {
    kind: 'announcement',
    slug: 'status-of-deposits-and-withdrawals',
    category: 'maintenance',
    pinned: false,
    position: 0,
    texts: {
      en: {
        title: 'Where to see what is paused',
        body: `When a network is worked on, its deposits or withdrawals are paused, and the page of [asset status](/assets-status) says which and why. Balances stay as they are meanwhile.`,
      },
      hi: {
        title: 'क्या रुका है, यह कहाँ देखें',
        body: `जब किसी नेटवर्क पर काम होता है, उसकी जमा या निकासी रोकी जाती है, और [एसेट स्थिति](/assets-status) पृष्ठ बताता है कि कौन-सी और क्यों। इस बीच बैलेंस जैसे के तैसे रहते हैं।`,
      },
    },
  },
  {
    kind: 'listing_card',
    ticker: 'LTC',
    link: 'https://litecoin.org',
    image: '',
    pairs: ['LTC_USDT'],
    place: 'LATEST',
    position: 10,
    texts: { en: { title: 'Litecoin', body: '' }, hi: { title: 'लाइटकॉइन', body: '' } },
  },
  {
    kind: 'listing_card',
    ticker: 'ETH',
    link: 'https://ethereum.org',
    image: '',
    pairs: ['ETH_USDT', 'ETH_BTC'],
    place: 'LATEST',
    position: 20,
    texts: { en: { title: 'Ethereum', body: '' }, hi: { title: 'एथेरियम', body: '' } },
  },
  {
    kind: 'listing_card',
    ticker: 'BTC',
    link: 'https://bitcoin.org',
    image: '',
    pairs: ['BTC_USDT', 'BTC_INR'],
    place: 'LATEST',
    position: 30,
    texts: { en: { title: 'Bitcoin', body: '' }, hi: { title: 'बिटकॉइन', body: '' } },
  },
];
