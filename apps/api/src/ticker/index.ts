export { readTickerConfig, tickerSettings } from './config.ts';
export { changeIndexSource, newSource, type SourceChange, sourceChange } from './operator.ts';
export { defaultHoldSeconds, setIndex } from './set-index.ts';
export { newSourceConfigs, withoutSecrets } from './source-settings.ts';
export { createRandom, type Random } from './sources/random.ts';
export { publishSpotTops } from './sources/spot-tops.ts';
export { Ticker } from './ticker.ts';
export { readTickerState } from './ticker-state.ts';
