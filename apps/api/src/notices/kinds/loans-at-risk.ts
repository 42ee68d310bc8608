/** Notices of loans that something endangers: levels, the due time, sales, disputes. */
import { aboutLoan, loanText } from './loan-words.ts';

export const loanRiskNotices = {
  loan_warning: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, price }) => [
        'Your pledge has lost value',
        `The pledge of your loan of ${loan} has reached its warning level at a price of ${price}. Pledge more, or repay a part.`,
      ],
      hi: ({ loan, price }) => [
        'आपकी गिरवी का मूल्य घटा है',
        `${price} के भाव पर आपके ${loan} के ऋण की गिरवी चेतावनी के स्तर पर पहुँच गई है। और गिरवी रखें या एक हिस्सा चुकाएँ।`,
      ],
    }),
  }),
  loan_call: aboutLoan({
    channels: ['in_app', 'mail', 'text'],
    forced: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, price }) => [
        'Pledge more now',
        `At a price of ${price} the pledge of your loan of ${loan} is near its sale. It is sold without further notice when it reaches the last level: pledge more, or repay.`,
      ],
      hi: ({ loan, price }) => [
        'अभी और गिरवी रखें',
        `${price} के भाव पर आपके ${loan} के ऋण की गिरवी बिकने के निकट है। अंतिम स्तर पर पहुँचते ही वह बिना किसी और सूचना के बिक जाएगी: और गिरवी रखें या ऋण चुकाएँ।`,
      ],
    }),
  }),
  /** To the lender. */
  loan_call_told: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    text: loanText({
      en: ({ loan, price }) => [
        'A borrower was called',
        `The pledge of your loan of ${loan} has lost value: its price is ${price}. The borrower was asked to pledge more.`,
      ],
      hi: ({ loan, price }) => [
        'ऋण लेने वाले को सूचित किया गया',
        `आपके ${loan} के ऋण की गिरवी का मूल्य घटा है: उसका भाव ${price} है। ऋण लेने वाले से और गिरवी रखने को कहा गया है।`,
      ],
    }),
  }),
  loan_due_soon: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, amount }) => [
        'Your loan is due within three days',
        `${amount} will be taken from your main wallet when the term of the loan of ${loan} ends.`,
      ],
      hi: ({ loan, amount }) => [
        'आपका ऋण तीन दिनों में देय है',
        `${loan} के ऋण की अवधि समाप्त होने पर आपके मुख्य वॉलेट से ${amount} लिया जाएगा।`,
      ],
    }),
  }),
  loan_due_tomorrow: aboutLoan({
    channels: ['in_app', 'mail', 'text'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, amount }) => [
        'Your loan is due within a day',
        `Keep ${amount} in your main wallet: the loan of ${loan} is due within 24 hours.`,
      ],
      hi: ({ loan, amount }) => ['आपका ऋण एक दिन में देय है', `अपने मुख्य वॉलेट में ${amount} रखें: ${loan} का ऋण 24 घंटे में देय है।`],
    }),
  }),
  loan_overdue: aboutLoan({
    channels: ['in_app', 'mail'],
    forced: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, days }) => [
        'Your loan is overdue',
        `The loan of ${loan} was not repaid in time. Late days cost more, and after ${days} days the pledge is sold.`,
      ],
      hi: ({ loan, days }) => [
        'आपके ऋण का समय बीत चुका है',
        `${loan} का ऋण समय पर नहीं चुकाया गया। देरी के दिनों का ब्याज अधिक है, और ${days} दिनों के बाद गिरवी बेच दी जाएगी।`,
      ],
    }),
  }),
  /** To the lender. */
  loan_overdue_told: aboutLoan({
    channels: ['in_app'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, days }) => [
        'A loan is overdue',
        `The loan of ${loan} was not repaid in time. After ${days} days its pledge is sold.`,
      ],
      hi: ({ loan, days }) => [
        'एक ऋण का समय बीत चुका है',
        `${loan} का ऋण समय पर नहीं चुकाया गया। ${days} दिनों के बाद उसकी गिरवी बेच दी जाएगी।`,
      ],
    }),
  }),
  loan_sale_begun: aboutLoan({
    channels: ['in_app', 'mail', 'text'],
    forced: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan }) => [
        'Your pledge is being sold',
        `As much of the pledge as the loan of ${loan} needs is sold on the market. What remains returns to you.`,
      ],
      hi: ({ loan }) => [
        'आपकी गिरवी बेची जा रही है',
        `${loan} के ऋण के लिए जितनी गिरवी चाहिए उतनी बाज़ार में बेची जा रही है। जो बचेगा वह आपको लौटेगा।`,
      ],
    }),
  }),
  /** To the lender. */
  loan_sale_told: aboutLoan({
    channels: ['in_app'],
    tone: 'info',
    text: loanText({
      en: ({ loan }) => [
        'A pledge is being sold',
        `The pledge of your loan of ${loan} is sold on the market to repay you.`,
      ],
      hi: ({ loan }) => ['एक गिरवी बेची जा रही है', `आपको चुकाने के लिए आपके ${loan} के ऋण की गिरवी बाज़ार में बेची जा रही है।`],
    }),
  }),
  /** To the borrower. */
  loan_liquidated: aboutLoan({
    channels: ['in_app', 'mail', 'text'],
    tone: 'info',
    text: loanText({
      en: ({ loan }) => [
        'Your loan has ended',
        `The loan of ${loan} was settled from its pledge. The receipt stands with the loan.`,
      ],
      hi: ({ loan }) => ['आपका ऋण समाप्त हुआ', `${loan} का ऋण उसकी गिरवी से चुकाया गया। रसीद ऋण के साथ है।`],
    }),
  }),
  /** To the borrower; `amount` is what is still owed. */
  loan_defaulted: aboutLoan({
    channels: ['in_app', 'mail', 'text'],
    tone: 'warning',
    text: loanText({
      en: ({ loan, amount }) => [
        'Your pledge did not cover the loan',
        `Of the loan of ${loan} ${amount} is still owed. You can repay it at any time.`,
      ],
      hi: ({ loan, amount }) => [
        'आपकी गिरवी से ऋण पूरा नहीं हुआ',
        `${loan} के ऋण में से ${amount} अब भी देय है। आप इसे किसी भी समय चुका सकते हैं।`,
      ],
    }),
  }),
  /** To the lender, and of one that was written off to both. */
  loan_ended: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'info',
    text: loanText({
      en: ({ loan }) => [
        'A loan has ended',
        `The loan of ${loan} has ended. What was paid and what was not stands with the loan.`,
      ],
      hi: ({ loan }) => ['एक ऋण समाप्त हुआ', `${loan} का ऋण समाप्त हुआ। क्या चुकाया गया और क्या नहीं, यह ऋण के साथ है।`],
    }),
  }),
  loan_disputed: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'warning',
    text: loanText({
      en: ({ loan }) => [
        'A dispute was opened',
        `About the loan of ${loan}. Both sides can add what speaks for them until it is decided.`,
      ],
      hi: ({ loan }) => ['विवाद दर्ज हुआ', `${loan} के ऋण के बारे में। निर्णय होने तक दोनों पक्ष अपने प्रमाण जोड़ सकते हैं।`],
    }),
  }),
  loan_dispute_decided: aboutLoan({
    channels: ['in_app', 'mail'],
    tone: 'info',
    text: loanText({
      en: ({ loan }) => ['A dispute was decided', `About the loan of ${loan}. The decision stands with the loan.`],
      hi: ({ loan }) => ['विवाद का निर्णय हुआ', `${loan} के ऋण के बारे में। निर्णय ऋण के साथ है।`],
    }),
  }),
};
