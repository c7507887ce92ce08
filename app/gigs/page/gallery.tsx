import { useState } from "react";
import { firstLetter } from "#app/lib/placeholders.ts";
import { NoPicture, Picture } from "#app/ui/picture.tsx";
import type { GigImage } from "#drizzle/schema.ts";

/**
 * The pictures of a gig: a strip that scrolls sideways, by touch, by key and by links to each of them. 'No images available' when
 * there are none, or when all of several are lost; the title's first letter when its only one is (docs/specification.md#gig-gallery).
 */
export function Gallery({ pictures, title }: { pictures: GigImage[]; title: string }) {
  const [lost, setLost] = useState<number[]>([]);
  const [only] = pictures;
  const letter = firstLetter(title);
  if (!only || (pictures.length > 1 && lost.length >= pictures.length))
    return <NoPicture className="ph main" />;
  if (pictures.length === 1)
    return <Picture {...large} src={only.url} title={only.alt} letter={letter} className="ph main" eager />;
  return (
    <section className="gallery" aria-label="Pictures">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pictures, no fieldset */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
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
            // Once one is lost, the others show at once whether there is any.
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
 * The main picture uses 960 where it is wide (LOOK.md section 8). Beside the order box it has what that leaves; on a phone a little
 * less than its 92vw is said, because where a pixel is missing browsers take the next larger version.
 */
const large = {
  width: 640,
  height: 480,
  sizes: "(min-width:960px) calc(92vw - 424px), 88vw",
  widths: [320, 640, 960],
} satisfies Partial<Parameters<typeof Picture>[0]>;
