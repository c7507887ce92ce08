import { Link } from "@remix-run/react";
import { usePlaceholderSetUp } from "#app/home/placeholder-set-up.ts";
import { popular } from "#app/home/popular.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";

/**
 * 'Most Popular Services': six tiles with fixed paths (docs/specification.md#home). They are shown whatever
 * the storage check finds. If the server did not find the placeholder pictures, the browser checks again and
 * has them created.
 */
export function PopularServices({ placeholdersReady }: { placeholdersReady: boolean }) {
  const { state, failure } = usePlaceholderSetUp(placeholdersReady);
  return (
    <section className="wrap sec" data-placeholders={state}>
      <div className="head">
        <h2 className="stitch">Most Popular Services</h2>
      </div>
      <ul className="tiles">
        {popular.map(({ label, text, icon, path }) => (
          <li key={label}>
            <Link to={path}>
              <Icon name={icon} />
              <span>
                {label} <small>{text}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {failure === null ? null : <ToastMessage toast={{ kind: "error", text: failure }} />}
    </section>
  );
}
