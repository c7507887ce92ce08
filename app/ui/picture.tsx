import { useContext, useEffect, useRef, useState } from "react";
import { placeholderColourOf } from "#app/lib/placeholder-colour.ts";
import { placeholdersFor } from "#app/lib/placeholders.ts";
import { SmallPictures } from "#app/ui/small-pictures.ts";

type Props = {
  /** `/images/{key}`; null if there is no picture. */
  src: string | null;
  /** The alternative text; empty if a title next to the picture says the same. */
  title: string;
  /** CSS px of the smallest version: the browser reserves the space. */
  width: number;
  height: number;
  /** The shown width, as in `<img sizes>`; not needed for a single width. */
  sizes?: string;
  /** Loads immediately. At most one picture of a page is eager. */
  eager?: boolean;
  /** The available widths in px, the smallest first. Lite mode uses only the smallest. */
  widths?: [320, ...(640 | 960)[]];
  className?: string;
  id?: string;
  /** Replaces a picture that cannot be loaded (`firstLetter` in app/lib/placeholders.ts). */
  letter?: string;
  /**
   * Called when the picture and all placeholders have failed. If given, the server does not draw the letter
   * into a placeholder.
   */
  onLost?: () => void;
};

/** A stored picture in the width that the screen needs. */
export function Picture(props: Props) {
  const { src, className = "ph" } = props;
  if (src === null) return <NoPicture className={className} />;
  return <StoredPicture {...props} key={src} src={src} className={className} />;
}

export function NoPicture({ className = "ph" }: { className?: string }) {
  return <div className={`${className} none`}>No images available</div>;
}

/**
 * If the picture fails to load, its placeholders replace it, then the letter
 * (docs/specification.md#picture-fallback). The server does the same for a picture that is missing from the
 * bucket; this handles one that does not arrive.
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

  // The error event of a picture that failed before hydration is lost.
  useEffect(() => {
    if (img.current?.complete && !img.current.naturalWidth) setFailures(1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, with the function at that time
  useEffect(() => {
    if (lost) onLost?.();
  }, [lost]);

  if (lost)
    return letter ? <Letter {...{ id, title, letter, className }} /> : <NoPicture className={className} />;
  const from = failures === 0 ? src : `/images/${placeholders[failures - 1]}`;
  const initial = letter && !onLost && failures === 0 ? `l=${encodeURIComponent(letter)}&` : "";
  const versionOf = (w: number) => `${from}?${initial}w=${w}`;
  const offered = small ? [320] : failures === 0 ? widths : [320, 640];
  const choice =
    offered.length > 1 ? { srcSet: offered.map((w) => `${versionOf(w)} ${w}w`).join(", "), sizes } : {};
  const colour = failures === 0 ? placeholderColourOf(src) : undefined;
  return (
    <img
      ref={img}
      id={id}
      className={colour ? `${className} ${colour}` : className}
      src={versionOf(320)}
      {...choice}
      width={width}
      height={height}
      alt={title}
      onError={() => setFailures((count) => count + 1)}
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
