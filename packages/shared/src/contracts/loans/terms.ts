/** Figures of loans that are the same for every currency. */

export const openOffersMax = 20;
export const pendingRequestsMax = 10;
/** In percent: the pledge's value that an offer may ask for. */
export const pledgePercentMin = 101;
export const pledgePercentMax = 1000;
/** Falls of a price, in percent, for which what would be sold is shown to borrowers and operators. */
export const fallPercents = [10, 20, 30] as const;
/** Days until an offer ends by itself, unless its lender says otherwise. */
export const offerDays = 30;
export const offerDaysMax = 90;
/** Hours that a request waits for the lender. */
export const requestHours = 24;
/** Days that an open request waits for one. */
export const openRequestDays = 7;
