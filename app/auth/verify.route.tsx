import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { toast } from "#app/lib/toast.server.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Verify your address", noindex: true });

/** The link of the verify mail; it works in any browser and a second click is still a yes. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  if (await accounts.verify(context.db, context.secret, token, context.clock.now())) {
    toast(context, "success", "Your email address is verified.");
    throw redirect(context.viewer ? "/" : "/sign-in");
  }
  return data(null, { status: 400 });
}

export default function Verify() {
  return (
    <div className="wrap page">
      <div className="narrow stack">
        <h1 className="stitch">This link does not work any more</h1>
        <p>
          It is older than 24 hours, or a part of it was lost on the way. Copy the whole link from the mail.
        </p>
        <p>
          <Link className="btn" to="/sign-in">
            Sign In
          </Link>
        </p>
      </div>
    </div>
  );
}
