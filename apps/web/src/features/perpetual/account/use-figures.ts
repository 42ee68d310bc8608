import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { useMarkPrice } from '../../../live/index.ts';
import { useFormulaInstrument } from './instruments.ts';
import { type FiguresAtMark, figuresAtMark } from './position-figures.ts';

/** The position's figures at the newest mark. */
export function useFigures(position: OpenPosition): FiguresAtMark {
  const instrument = useFormulaInstrument(position.market);
  const mark = useMarkPrice(position.market)?.mark_price ?? null;
  return figuresAtMark(instrument, position, mark);
}
