import type { GigPage } from "#app/gigs/page/gig-page.ts";
import { pageMeta } from "#app/seo/meta.ts";
import type { GigPicture } from "#drizzle/schema.ts";

/** The head of a gig's page, or of 'Service Not Found'. */
export function gigMeta(
  answer: { page: GigPage | null } | undefined,
  matches: Parameters<typeof pageMeta>[1],
) {
  if (answer?.page) {
    const { meta, pictures } = answer.page;
    return pageMeta(
      { ...meta, type: "product", picture: pictures[0] && sharedPicture(pictures[0]) },
      matches,
    );
  }
  return pageMeta({ title: "Service Not Found", noindex: true });
}

/** The picture for link previews: the largest stored version. Pictures of gigs are 4:3. */
function sharedPicture({ url, alt }: GigPicture) {
  return { path: `${url}?w=960`, width: 960, height: 720, alt };
}
