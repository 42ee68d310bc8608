export { metricsRoutes } from './metrics.ts';
export { listenForMetrics, type MetricsAddress, metricsAddressOf } from './metrics-port.ts';
export { observeAnswers, socketConnections } from './process-metrics.ts';
export { sharedRead } from './shared-read.ts';
