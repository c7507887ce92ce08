import { availableParallelism } from "node:os";
import sharp from "sharp";
import { coverKey } from "./gigs.ts";
import { portraitKey, portraits } from "./people.ts";
import { avatar } from "./pictures/avatars.mjs";
import { type CoverKind, cover } from "./pictures/covers.mjs";
import { gigs, type SourceGig } from "./source.ts";

/** What a cover shows, by subcategory; where none is named, by category. */
const kinds: Record<string, CoverKind> = {
  "graphics-design": "illustration",
  "logo-design": "logo",
  "web-design": "web",
  "brand-identity": "logo",
  "presentation-design": "business",
  "social-media-graphics": "photo",
  "programming-tech": "web",
  "scripts-automation": "data",
  "digital-marketing": "marketing",
  "email-marketing": "writing",
  "writing-translation": "writing",
  translation: "translation",
  "cvs-cover-letters": "business",
  "video-animation": "video",
  "animated-explainers": "illustration",
  "subtitles-captions": "translation",
  "music-audio": "music",
  "voice-over": "voice",
  "podcast-editing": "voice",
  business: "business",
  bookkeeping: "data",
  "market-research": "data",
  data: "data",
  "web-scraping": "web",
  photography: "photo",
  "ai-services": "data",
  "ai-chatbots": "translation",
  "prompt-design": "writing",
  "ai-integrations": "web",
  lifestyle: "illustration",
  "language-lessons": "translation",
  "travel-planning": "photo",
  "games-coaching": "video",
  "file-conversion": "business",
  "ebook-conversion": "writing",
  "audio-video-conversion": "video",
  "image-vectorising": "logo",
};

/** Clean edges of colour cost three times as much, and only the smallest picture shows them. */
const widths = [
  { width: 960, quality: 64, effort: 2, smartSubsample: false },
  { width: 640, quality: 64, effort: 4, smartSubsample: false },
  { width: 320, quality: 58, effort: 4, smartSubsample: true },
];

/** Draws every cover in three widths and every portrait in one, as WebP, and stores them. Uses all cores. */
export async function seedPictures(bucket: R2Bucket): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const store = (name: string, webp: Buffer) =>
    bucket.put(name, webp, { httpMetadata: { contentType: "image/webp" } });
  const work = [
    ...gigs.map((gig) => async () => {
      // Drawn once at the largest width; the vectors are the slow part.
      const drawn = await sharp(Buffer.from(cover(kindOf(gig), gig.cover_seed)), { density: 108 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const { width, ...how } of widths) {
        const picture = sharp(drawn.data, { raw: drawn.info }).resize(width);
        await store(`${coverKey(gig)}/${width}.webp`, await picture.webp(how).toBuffer());
      }
    }),
    ...portraits.map((username) => async () => {
      const picture = sharp(Buffer.from(avatar(username, undefined, "face"))).resize(96, 96);
      await store(
        `${portraitKey(username)}/96.webp`,
        await picture.webp({ quality: 70, effort: 4 }).toBuffer(),
      );
    }),
  ];
  const worker = async (): Promise<void> => {
    for (let next = work.pop(); next; next = work.pop()) await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
}

function kindOf(gig: SourceGig): CoverKind {
  return kinds[gig.subcategory] ?? kinds[gig.category] ?? "illustration";
}
