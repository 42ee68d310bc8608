/** Ranges of the chart of an account's value. Free of schemas: pages may show them. */
export const portfolioRanges = ['1D', '1W', '1M', '3M', '1Y'] as const;
export type PortfolioRange = (typeof portfolioRanges)[number];
