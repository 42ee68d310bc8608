import type { Options } from 'klinecharts';
import { message } from '../../platform/i18n.ts';

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A colour of the theme as the browser computes it, faded: canvas does not know CSS variables. */
function resolved(name: string, opacity = 1): string {
  const probe = document.createElement('span');
  probe.style.color = `color-mix(in srgb, var(${name}) ${opacity * 100}%, transparent)`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** One row also on a phone; the time is on the axis. */
function candleLegend() {
  return (['open', 'high', 'low', 'close', 'volume'] as const).map((name) => ({
    title: `${message(`terminal:chart.legend.${name}`)} `,
    value: `{${name}}`,
  }));
}

/** What the theme does not change. */
export function fontStyles(): NonNullable<Options['styles']> {
  return { overlay: { text: { family: token('--font') } } };
}

/** The chart in the colours of the theme, the palette and the direction that hold at this moment. */
export function chartStyles(): NonNullable<Options['styles']> {
  const up = resolved('--c-buy');
  const down = resolved('--c-sell');
  const text = resolved('--c-text-3');
  const strong = resolved('--c-text-2');
  const line = resolved('--c-line', 0.4);
  const raised = resolved('--c-bg-3');
  const family = token('--font');
  const axis = { axisLine: { color: line }, tickLine: { color: line }, tickText: { color: text, size: 11, family } };
  const crosshair = {
    line: { color: text },
    text: { backgroundColor: raised, borderColor: raised, color: resolved('--c-text-1'), family, size: 11 },
  };
  return {
    grid: { horizontal: { color: line }, vertical: { color: line } },
    candle: {
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: text,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: text,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: text,
      },
      priceMark: {
        high: { color: strong, textFamily: family },
        low: { color: strong, textFamily: family },
        last: {
          upColor: resolved('--c-buy-fill'),
          downColor: resolved('--c-sell-fill'),
          noChangeColor: text,
          text: { family, size: 11 },
        },
      },
      tooltip: { title: { show: false }, legend: { color: strong, family, size: 11, template: candleLegend() } },
    },
    indicator: {
      bars: [{ upColor: resolved('--c-buy', 0.3), downColor: resolved('--c-sell', 0.3), noChangeColor: line }],
      lines: ['--c-warn', '--c-accent', '--c-text-2', '--c-buy', '--c-sell'].map((name) => ({
        color: resolved(name),
        size: 1,
      })),
      tooltip: { title: { color: strong, family, size: 11 }, legend: { color: strong, family, size: 11 } },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: raised },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
