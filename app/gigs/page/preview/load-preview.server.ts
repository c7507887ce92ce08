import type { AppLoadContext } from "@remix-run/cloudflare";
import { topics } from "#app/catalog/topics.server.ts";
import { checkDraft } from "#app/gigs/drafts/check-draft.ts";
import { findSellerOf, typedOfDraft } from "#app/gigs/drafts/gig-drafts.server.ts";
import { requireDraft, requireSeller } from "#app/gigs/editor/require-draft.server.ts";
import { slugOf } from "#app/gigs/gig.ts";
import { gigPage } from "#app/gigs/page/gig-page.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { seeOther } from "#app/lib/replies.ts";

/**
 * Loads a draft as the page of a gig, as far as it is complete.
 * @throws Response 303 to the packages while Basic can't be read; otherwise like `requireDraft`
 */
export async function loadPreview(request: Request, context: AppLoadContext, id: string) {
  const viewer = await requireSeller(context, new URL(request.url).pathname);
  const draft = await requireDraft(context, viewer, id);
  const [all, seller] = await Promise.all([
    context.dataCache.read(topics),
    mainRead(() => findSellerOf(context.db, viewer.id), "Something went wrong", context.log),
  ]);
  const { partial } = checkDraft({ typed: typedOfDraft(draft), pictures: draft.pictures }, all);
  const { priceCents, deliveryDays, revisions, pictures, ...texts } = partial;
  if (priceCents === null || deliveryDays === null || revisions === null)
    throw seeOther(`${href("/services/create/:draft/:step", { draft: id, step: "packages" })}?check=1`);
  const title = texts.title || "New service";
  const category = all.find((topic) => topic.id === texts.categoryId);
  const [main, ...further] = pictures;
  const page = gigPage(
    {
      ...texts,
      ...seller,
      id,
      title,
      priceCents,
      deliveryDays,
      revisions,
      slug: slugOf({ id, title, slug: null }),
      imageUrl: main?.url ?? null,
      imageAlt: main?.alt || null,
      furtherImages: further,
      version: 1,
      ratingSum: 0,
      reviewCount: 0,
      completedOrders: 0,
      metaTitle: null,
      metaDescription: null,
      sellerId: viewer.id,
      state: "paused",
      listed: false,
      backAt: null,
      category: category ?? { name: "Categories", slug: "" },
      subcategory: category?.subcategories.find((sub) => sub.id === texts.subcategoryId) ?? null,
    },
    { viewerId: viewer.id, token: null, creditCents: 0, packageKey: null, requirements: "" },
  );
  return {
    page: { ...page, refusal: "This is a preview. It can't be ordered" },
    back: href("/services/create/:draft/:step", { draft: id, step: "publish" }),
  };
}
