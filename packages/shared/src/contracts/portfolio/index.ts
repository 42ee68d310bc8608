/** The value of an account over time. */
export { portfolioEndpoints } from './endpoints.ts';
export { type PortfolioRange, portfolioRanges } from './ranges.ts';
export type { Portfolio, PortfolioPoint } from './schemas.ts';
