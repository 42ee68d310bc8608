/** Notices of loans between users: requests, days, repayments. What endangers a loan is in loans-at-risk.ts. */
import { aboutLoan, loanText } from './loan-words.ts';

export const loanNotices = {
  loan_requested: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'info',
    text: loanText({
      en: ({ loan, days, percent }) => [
        'Loan requested',
        `${loan} for ${days} days at ${percent}% a day. The request waits for an answer.`,
      ],
      hi: ({ loan, days, percent }) => [
        'ऋण का अनुरोध',
        `${days} दिनों के लिए ${percent}% प्रतिदिन पर ${loan}। अनुरोध उत्तर की प्रतीक्षा में है।`,
      ],
    }),
  }),
  /** To the borrower, who has just asked for it. */
  loan_request_sent: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    quiet: true,
    text: loanText({
      en: ({ loan }) => ['Your request waits', `The lender decides about ${loan}. Your pledge is held until then.`],
      hi: ({ loan }) => [
        'आपका अनुरोध प्रतीक्षा में है',
        `${loan} के बारे में ऋणदाता निर्णय लेंगे। तब तक आपकी गिरवी रखी राशि रोकी गई है।`,
      ],
    }),
  }),
  loan_started: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'success',
    text: loanText({
      en: ({ loan, days, percent }) => ['The loan has begun', `${loan} for ${days} days at ${percent}% a day.`],
      hi: ({ loan, days, percent }) => ['ऋण शुरू हो गया', `${days} दिनों के लिए ${percent}% प्रतिदिन पर ${loan}।`],
    }),
  }),
  loan_rejected: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan }) => ['Your request was rejected', `${loan} was not lent. Your pledge is back in your main wallet.`],
      hi: ({ loan }) => [
        'आपका अनुरोध अस्वीकार हुआ',
        `${loan} का ऋण नहीं दिया गया। आपकी गिरवी रखी राशि मुख्य वॉलेट में लौट आई है।`,
      ],
    }),
  }),
  loan_request_ended: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'info',
    text: loanText({
      en: ({ loan }) => ['A loan request has ended', `The request for ${loan} was withdrawn or has expired.`],
      hi: ({ loan }) => ['ऋण का अनुरोध समाप्त हुआ', `${loan} का अनुरोध वापस लिया गया या उसका समय समाप्त हो गया।`],
    }),
  }),
  loan_day_collected: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    quiet: true,
    text: loanText({
      en: ({ loan, amount }) => ['Interest of a day', `${amount} of interest on the loan of ${loan} was paid.`],
      hi: ({ loan, amount }) => ['एक दिन का ब्याज', `${loan} के ऋण पर ${amount} ब्याज का भुगतान हुआ।`],
    }),
  }),
  loan_day_unpaid: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, amount }) => [
        'Interest was not paid',
        `${amount} of interest on the loan of ${loan} is still due: the main wallet of the borrower held too little.`,
      ],
      hi: ({ loan, amount }) => [
        'ब्याज का भुगतान नहीं हुआ',
        `${loan} के ऋण पर ${amount} ब्याज अब भी देय है: ऋण लेने वाले के मुख्य वॉलेट में पर्याप्त राशि नहीं थी।`,
      ],
    }),
  }),
  loan_repaid: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'success',
    text: loanText({
      en: ({ loan }) => ['The loan is repaid', `The loan of ${loan} was repaid in full, and the pledge has returned.`],
      hi: ({ loan }) => ['ऋण चुका दिया गया', `${loan} का ऋण पूरा चुका दिया गया, और गिरवी रखी राशि लौट गई है।`],
    }),
  }),
  loan_repaid_in_part: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'success',
    text: loanText({
      en: ({ loan, amount }) => ['A part was repaid', `${amount} of the loan of ${loan} was repaid.`],
      hi: ({ loan, amount }) => ['एक हिस्सा चुकाया गया', `${loan} के ऋण में से ${amount} चुकाया गया।`],
    }),
  }),
  loan_pledge_added: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    quiet: true,
    text: loanText({
      en: ({ loan, amount }) => ['More was pledged', `${amount} was added to the pledge of the loan of ${loan}.`],
      hi: ({ loan, amount }) => ['गिरवी बढ़ाई गई', `${loan} के ऋण की गिरवी में ${amount} जोड़ा गया।`],
    }),
  }),
  loan_pledge_released: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    quiet: true,
    text: loanText({
      en: ({ loan, amount }) => ['Pledge was released', `${amount} of the pledge of the loan of ${loan} was released.`],
      hi: ({ loan, amount }) => ['गिरवी लौटाई गई', `${loan} के ऋण की गिरवी में से ${amount} लौटाया गया।`],
    }),
  }),
};
