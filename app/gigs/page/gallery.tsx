import { useState } from "react";
import { firstLetter } from "#app/lib/placeholders.ts";
import { NoPicture, Picture } from "#app/ui/picture.tsx";
import type { GigPicture } from "#drizzle/schema.ts";

/**
 * The pictures of a gig, in a strip that scrolls sideways by touch, by keyboard and by links
 * (docs/specification.md#gig-gallery). It says 'No images available' if there are none, or if several
 * pictures all fail to load. If the only picture fails, the title's first letter is shown.
 */
export function Gallery({ pictures, title }: { pictures: GigPicture[]; title: string }) {
  const [lost, setLost] = useState<number[]>([]);
  const [only] = pictures;
  const letter = firstLetter(title);
  if (!only || (pictures.length > 1 && lost.length >= pictures.length))
    return <NoPicture className="ph main" />;
  if (pictures.length === 1)
    return <Picture {...large} src={only.url} title={only.alt} letter={letter} className="ph main" eager />;
  return (
    <section className="gallery" aria-label="Pictures">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, not a fieldset */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="shots" tabIndex={0} role="group" aria-label="Pictures, scroll sideways">
        {pictures.map(({ url, alt }, i) => (
          <Picture
            {...large}
            key={url}
            id={`pic-${i + 1}`}
            src={url}
            title={alt}
            letter={letter}
            className="ph main"
            // After one picture fails, load the others immediately to learn whether any is left.
            eager={i === 0 || lost.length > 0}
            onLost={() => setLost((before) => (before.includes(i) ? before : [...before, i]))}
          />
        ))}
      </div>
      <div className="thumbs">
        {pictures.map(({ url }, i) => (
          <a key={url} href={`#pic-${i + 1}`}>
            <Picture
              src={url}
              title={`Show picture ${i + 1}`}
              letter={letter}
              width={120}
              height={90}
              widths={[320]}
            />
          </a>
        ))}
      </div>
    </section>
  );
}

/**
 * The main picture is as wide as the order box allows, and 92vw on a phone. `sizes` is slightly smaller for
 * phones: if a version is one pixel too small, browsers load the next larger one.
 */
const large = {
  width: 640,
  height: 480,
  sizes: "(min-width:960px) calc(92vw - 424px), 88vw",
  widths: [320, 640, 960],
} satisfies Partial<Parameters<typeof Picture>[0]>;
