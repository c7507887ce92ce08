type Props = {
  /** `/images/{key}`; null: the thing has no picture. */
  src: string | null;
  /** What it shows; empty where a title beside it says so already. */
  title: string;
  /** CSS px of the smallest version, for the space to be kept. */
  width: number;
  height: number;
  sizes: string;
  /** The one picture of the page that does not wait until it comes near. */
  eager?: boolean;
  /** Pixel widths offered: of 320, 640, 960. */
  widths?: (320 | 640 | 960)[];
  className?: string;
};

/** A stored picture in the width that the screen needs (LOOK.md section 8). */
export function Picture({
  src,
  title,
  width,
  height,
  sizes,
  eager = false,
  widths = [320, 640],
  className = "ph",
}: Props) {
  if (src === null) return <div className={`${className} none`}>No images available</div>;
  return (
    <img
      className={className}
      src={`${src}?w=${widths[0] ?? 320}`}
      srcSet={widths.map((w) => `${src}?w=${w} ${w}w`).join(", ")}
      sizes={sizes}
      width={width}
      height={height}
      alt={title}
      {...(eager ? { fetchpriority: "high" } : { loading: "lazy" as const })}
    />
  );
}
