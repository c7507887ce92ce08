import { applicationsPath } from "#app/admin/applications/application-search.ts";
import { shortId } from "#app/orders/order.ts";

/** A link to a seller's application in the console. */
export function ApplicationLink({ id }: { id: string }) {
  return (
    <a className="num" href={applicationsPath({ id })}>
      {`application #${shortId(id)}`}
    </a>
  );
}
