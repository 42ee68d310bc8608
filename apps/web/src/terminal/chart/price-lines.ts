/** Horizontal lines over the candles: own orders, positions, triggers, the mark price. */
import { type Chart, registerOverlay } from 'klinecharts';
import { useEffect, useRef } from 'react';
import { formatFixed } from '../../ui/format.ts';
import { useTerminalMarket } from '../terminal-market.ts';

export type LineTone = 'buy' | 'sell' | 'accent' | 'warn' | 'quiet';

export interface ChartLine {
  id: string;
  price: number;
  text: string;
  tone: LineTone;
  /** A line that can be dragged: where it was let go. */
  onDrag?: (price: number) => void;
}

interface LineText {
  label: string;
  /** The price as the axis has it, also of a line that is being dragged. */
  priceText: (price: number) => string;
}

const overlayName = 'priceLine';
const group = 'price-lines';
const colours: Record<LineTone, string> = {
  buy: '--c-first',
  sell: '--c-second',
  accent: '--c-accent-fill',
  warn: '--c-warn',
  quiet: '--c-text-3',
};
/** Where the label begins, from the left. */
const labelX = 8;

let isRegistered = false;
function registerOnce(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerOverlay<LineText>({
    name: overlayName,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates, bounding, overlay }) => {
      const y = coordinates[0]?.y ?? 0;
      return [
        {
          type: 'line',
          attrs: {
            coordinates: [
              { x: 0, y },
              { x: bounding.width, y },
            ],
          },
        },
        { type: 'text', attrs: { x: labelX, y, text: overlay.extendData.label, baseline: 'middle' } },
      ];
    },
    createYAxisFigures: ({ coordinates, overlay, bounding, yAxis }) => {
      const isFromZero = yAxis?.isFromZero() ?? false;
      const text = overlay.extendData.priceText(overlay.points[0]?.value ?? 0);
      const y = coordinates[0]?.y ?? 0;
      const x = isFromZero ? 0 : bounding.width;
      const align = isFromZero ? 'left' : 'right';
      return { type: 'text', attrs: { x, y, text, align, baseline: 'middle' }, ignoreEvent: true };
    },
  });
}

function colourOf(tone: LineTone): string {
  return getComputedStyle(document.documentElement).getPropertyValue(colours[tone]).trim();
}

/** Keeps the chart's lines equal to the list. A line that is being dragged stays with the pointer. */
export function usePriceLines(chart: Chart | null, lines: readonly ChartLine[]): void {
  const { priceDecimals, grouping } = useTerminalMarket();
  const dragged = useRef<string | null>(null);
  const latest = useRef(lines);
  latest.current = lines;
  useEffect(() => {
    if (chart === null) return;
    registerOnce();
    const priceText = (price: number) => formatFixed(price.toFixed(priceDecimals), priceDecimals, grouping);
    const wanted = new Set(lines.map((line) => line.id));
    for (const { id } of chart.getOverlays({ groupId: group })) {
      if (!wanted.has(id) && id !== dragged.current) chart.removeOverlay({ id });
    }
    for (const line of lines) {
      if (line.id === dragged.current) continue;
      const color = colourOf(line.tone);
      const shape = {
        extendData: { label: line.text, priceText },
        points: [{ value: line.price }],
        styles: {
          line: { color, style: 'dashed' as const },
          text: { backgroundColor: color, color: '#fff', size: 11 },
        },
      };
      if (chart.getOverlays({ id: line.id }).length > 0) {
        chart.overrideOverlay({ id: line.id, ...shape });
        continue;
      }
      chart.createOverlay({
        id: line.id,
        name: overlayName,
        groupId: group,
        lock: line.onDrag === undefined,
        onPressedMoveStart: () => {
          dragged.current = line.id;
        },
        onPressedMoveEnd: ({ overlay }) => {
          dragged.current = null;
          const value = overlay.points[0]?.value;
          const current = latest.current.find((candidate) => candidate.id === line.id);
          if (value !== undefined) current?.onDrag?.(value);
          // Until the server has agreed the line stands where the order is.
          if (current) chart.overrideOverlay({ id: line.id, points: [{ value: current.price }] });
        },
        ...shape,
      });
    }
  }, [chart, lines, priceDecimals, grouping]);
}
