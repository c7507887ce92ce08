import { listed, type Typed, type WrittenStep } from "#app/gigs/drafts/typed.ts";
import { priceText, unlimitedText } from "#app/gigs/drafts/typed-number.ts";
import type { Gig } from "#app/gigs/gigs.server.ts";
import { packageKeys, unlimited } from "#app/gigs/packages/package.ts";
import { packagesOf } from "#app/gigs/packages/packages-of.ts";

type Source = Pick<
  Gig,
  | "title"
  | "description"
  | "features"
  | "faqs"
  | "questions"
  | "metaKeywords"
  | "priceCents"
  | "deliveryDays"
  | "revisions"
  | "packageDetails"
  | "extras"
> & { categoryId: string; subcategoryId: string | null; pictures: { key: string; alt: string }[] };

/** A published gig as its seller would have typed it: where changes to it start. */
function typedOfGig(gig: Source): Record<WrittenStep, Typed> {
  return {
    overview: {
      title: gig.title,
      category: gig.categoryId,
      subcategory: gig.subcategoryId ?? "",
      tags: (gig.metaKeywords ?? []).join(", "),
    },
    packages: { ...packagesTyped(gig), ...extrasTyped(gig) },
    description: {
      description: gig.description,
      ...listed("features", gig.features),
      ...Object.fromEntries(
        gig.faqs.flatMap(({ question, answer }, i) => [
          [`faqs[${i}].question`, question],
          [`faqs[${i}].answer`, answer],
        ]),
      ),
    },
    requirements: Object.fromEntries(
      gig.questions.flatMap(({ question, type, required, options = [] }, i) => [
        [`questions[${i}].question`, question],
        [`questions[${i}].type`, type],
        ...(required ? [[`questions[${i}].required`, "on"]] : []),
        [`questions[${i}].options`, options.join("\n")],
      ]),
    ),
    gallery: Object.fromEntries(gig.pictures.map(({ key, alt }) => [`alt-${key}`, alt])),
  };
}

type Published = Omit<Source, "pictures"> & {
  imageUrl: string | null;
  imageAlt: string | null;
  furtherImages: { url: string; alt: string }[];
};

/** The start of a draft of changes to a published gig: its fields as typed, and its pictures. */
export function typedOfPublished(gig: Published) {
  const main = gig.imageUrl === null ? [] : [{ url: gig.imageUrl, alt: gig.imageAlt ?? gig.title }];
  const pictures = [...main, ...gig.furtherImages].map(({ url, alt }) => ({
    key: url.replace("/images/", ""),
    alt,
  }));
  return { typed: typedOfGig({ ...gig, pictures }), pictures: pictures.map(({ key }) => key) };
}

function packagesTyped(gig: Source): Typed {
  const packages = packagesOf(gig);
  return Object.assign(
    {},
    ...packageKeys.flatMap((key) => {
      const offer = packages.find((one) => one.key === key);
      if (!offer) return [];
      const faster = gig.extras?.faster[key];
      return [
        key === "starter" ? {} : { [`${key}.offered`]: "on" },
        {
          [`${key}.title`]: offer.title === offer.name ? "" : offer.title,
          [`${key}.description`]: offer.description,
          [`${key}.price`]: priceText(offer.priceCents),
          [`${key}.days`]: String(offer.deliveryDays),
          [`${key}.revisions`]: offer.revisions === unlimited ? unlimitedText : String(offer.revisions),
          ...listed(`${key}.features`, offer.features),
          ...(faster && {
            [`${key}.faster.days`]: String(faster.days),
            [`${key}.faster.price`]: priceText(faster.priceCents),
          }),
        },
      ];
    }),
  );
}

function extrasTyped({ extras }: Source): Typed {
  const rows = (extras?.list ?? []).flatMap(({ title, priceCents, days }, i) => [
    [`extras[${i}].title`, title],
    [`extras[${i}].price`, priceText(priceCents)],
    [`extras[${i}].days`, String(days)],
  ]);
  return { ...Object.fromEntries(rows), ...(extras?.several && { several: "on" }) };
}
