import { type Figure, type Sums, show, total } from "#app/admin/figures/figure.ts";
import { barsOf } from "#app/lib/bars.ts";

const sizes = { step: 4, width: 3, height: 40 };

type Props = {
  figure: Figure;
  /** What each bar stands for: `day`. */
  one: string;
  /** The oldest first. */
  rows: Sums[];
};

/** A figure as bars, under its value for the whole time. The table shows the value of each bar. */
export function FigureChart({ figure, one, rows }: Props) {
  const { bars, base } = barsOf(
    rows.map((row) => figure.of(row) ?? 0),
    sizes,
  );
  const width = rows.length * sizes.step;
  const outline = bars.map(({ x, y, width, height }) =>
    height === 0 ? "" : `M${x} ${y}h${width}v${height}h-${width}z`,
  );
  return (
    <figure>
      <figcaption className="small">
        {`${figure.label} `}
        <b className="num">{show(figure, total(rows))}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${sizes.height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${figure.label} by ${one}`}
      >
        <path d={outline.join("")} />
        <path className="base" d={`M0 ${base}h${width}`} />
      </svg>
    </figure>
  );
}
