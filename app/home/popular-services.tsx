import { Link } from "@remix-run/react";
import { usePlaceholderSetUp } from "#app/home/placeholder-set-up.ts";
import { popular, slugOf } from "#app/home/popular.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-shapes.ts";
import { ToastMessage } from "#app/ui/toast.tsx";

/** Texts and icons that only the tiles show. They are not in the scripts of other pages. */
const looks: Record<(typeof popular)[number]["label"], { text: string; icon: IconName }> = {
  "Logo Design": { text: "A mark that works at 12 mm", icon: "shapes" },
  "Web Development": { text: "Sites that load on a bad connection", icon: "code" },
  SEO: { text: "Audits with clear next steps", icon: "search" },
  "Content Writing": { text: "Texts with a reader in mind", icon: "pen" },
  Ads: { text: "Small budgets, honest numbers", icon: "megaphone" },
  "Social Media": { text: "Posts with a reason to exist", icon: "share" },
};

/**
 * 'Most Popular Services': six tiles with fixed paths (docs/specification.md#home). They are shown whatever
 * the storage check finds. If the server did not find the placeholder pictures, the browser checks again and
 * has them created.
 * @param known the slugs that have a page; null if they could not be read: all tiles are shown
 */
export function PopularServices({
  known,
  placeholdersReady,
}: {
  known: string[] | null;
  placeholdersReady: boolean;
}) {
  const { state, failure } = usePlaceholderSetUp(placeholdersReady);
  const shown = popular.filter((service) => known?.includes(slugOf(service)) ?? true);
  return (
    <section className="wrap sec" data-placeholders={state}>
      <div className="head">
        <h2 className="stitch">Most Popular Services</h2>
      </div>
      {shown.length > 0 ? null : <Empty title="No popular services yet" />}
      <ul className="tiles">
        {shown.map(({ label, path }) => (
          <li key={label}>
            <Link to={path}>
              <Icon name={looks[label].icon} />
              <span>
                {`${label} `}
                <small>{looks[label].text}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {failure === null ? null : <ToastMessage toast={{ kind: "error", text: failure }} />}
    </section>
  );
}
