import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import stylesheet from "#app/auth/second-factor/factors.css?url";
import * as recovery from "#app/auth/second-factor/recovery-codes.server.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf } from "#app/page-handle.ts";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";
import { pageMeta } from "#app/seo/meta.ts";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const meta: MetaFunction = () => pageMeta({ title: "Recovery codes", noindex: true });
export const headers = () => ({ "Cache-Control": "private, no-store" });

/** Displays new recovery codes for ten minutes, in a session in which a second factor was used. */
export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, "Please sign in to continue", href("/profile/factors"));
  const { db, secret, clock, log } = context;
  const read = () => recovery.reveal(db, secret, viewer, clock.now());
  const codes = await mainRead(read, "Something went wrong", log);
  if (!codes) {
    toast(context, "info", "Recovery codes are shown only right after you create them.");
    throw redirect(href("/profile/factors"));
  }
  return { codes };
}

export default function RecoveryCodes() {
  const { codes } = useLoaderData<typeof loader>();
  return (
    <ProfileFrame current="security">
      <div className="stack mt-6">
        <h2>Recovery codes</h2>
        <p>
          Use one of these codes to sign in when you don't have your phone. Each works once. Store them
          somewhere safe: we show them for 10 minutes, and never again.
        </p>
        <ol className="panel codes num">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="row">
          <a className="btn go" href={href("/profile/factors/recovery-codes.txt")} download>
            Download codes
          </a>
          <Link className="btn" to={href("/profile/factors")}>
            I've saved them
          </Link>
        </div>
      </div>
    </ProfileFrame>
  );
}
