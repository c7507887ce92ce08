import { useContext, useEffect, useRef, useState } from "react";
import { placeholderColourOf } from "#app/lib/placeholder-colour.ts";
import { placeholdersFor } from "#app/lib/placeholders.ts";
import { SmallPictures } from "#app/ui/small-pictures.ts";

type Props = {
  /** `/images/{key}`; null: the thing has no picture. */
  src: string | null;
  /** What it shows; empty where a title beside it says so already. */
  title: string;
  /** CSS px of the smallest version, for the space to be kept. */
  width: number;
  height: number;
  /** How wide it is shown, for the choice of a version; not needed where one width is offered. */
  sizes?: string;
  /** The one picture of the page that does not wait until it comes near. */
  eager?: boolean;
  /** Pixel widths offered, the smallest first. In Lite that is the only one. */
  widths?: [320, ...(640 | 960)[]];
  className?: string;
  id?: string;
  /** Stands for a picture that is lost (lib/placeholders.ts, firstLetter). */
  letter?: string;
  /** Told once the picture and every placeholder have failed; so that it hears of it, the server draws no letter then. */
  onLost?: () => void;
};

/** A stored picture in the width that the screen needs (LOOK.md section 8). */
export function Picture(props: Props) {
  const { src, className = "ph" } = props;
  if (src === null) return <NoPicture className={className} />;
  return <StoredPicture {...props} key={src} src={src} className={className} />;
}

export function NoPicture({ className = "ph" }: { className?: string }) {
  return <div className={`${className} none`}>No images available</div>;
}

/**
 * A failed picture falls back through the placeholder list, then to the letter (docs/specification.md#picture-fallback). The server
 * walks the same list for a picture that it does not have; this is for one that does not arrive.
 */
function StoredPicture({
  src,
  title,
  width,
  height,
  sizes,
  eager = false,
  widths = [320, 640],
  className = "ph",
  id,
  letter,
  onLost,
}: Props & { src: string }) {
  const img = useRef<HTMLImageElement>(null);
  const small = useContext(SmallPictures);
  const [failures, setFailures] = useState(0);
  const placeholders = placeholdersFor(src.slice(src.lastIndexOf("/") + 1));
  const lost = failures > placeholders.length;

  // One that failed before the scripts came told nobody.
  useEffect(() => {
    if (img.current?.complete && !img.current.naturalWidth) setFailures(1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once, whoever listens then
  useEffect(() => {
    if (lost) onLost?.();
  }, [lost]);

  if (lost)
    return letter ? <Letter {...{ id, title, letter, className }} /> : <NoPicture className={className} />;
  const from = failures === 0 ? src : `/images/${placeholders[failures - 1]}`;
  const drawn = letter && !onLost && failures === 0 ? `&l=${encodeURIComponent(letter)}` : "";
  const versionOf = (w: number) => `${from}?w=${w}${drawn}`;
  const offered = small ? [320] : failures === 0 ? widths : [320, 640];
  const choice =
    offered.length > 1 ? { srcSet: offered.map((w) => `${versionOf(w)} ${w}w`).join(", "), sizes } : {};
  const ground = failures === 0 ? placeholderColourOf(src) : undefined;
  return (
    <img
      ref={img}
      id={id}
      className={ground ? `${className} ${ground}` : className}
      src={versionOf(320)}
      {...choice}
      width={width}
      height={height}
      alt={title}
      onError={() => setFailures((n) => n + 1)}
      {...(eager ? { fetchpriority: "high" } : { loading: "lazy" as const })}
    />
  );
}

function Letter({
  id,
  title,
  letter,
  className,
}: {
  id?: string;
  title: string;
  letter: string;
  className: string;
}) {
  const named = title ? { role: "img", "aria-label": title } : { "aria-hidden": true };
  return (
    <div id={id} className={`${className} none letter`} {...named}>
      {letter}
    </div>
  );
}
