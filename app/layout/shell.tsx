import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Preferences, Toast } from "#app/context.ts";
import { Saving } from "#app/gigs/saved/saving.tsx";
import { BadAddressNote } from "#app/layout/bad-address-note.tsx";
import { Footer } from "#app/layout/footer.tsx";
import { Header } from "#app/layout/header.tsx";
import type { HeaderViewer, Menu } from "#app/layout/menu.ts";
import { PageTitle } from "#app/layout/page-title.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";

type ShellData = {
  viewer: HeaderViewer | null;
  menu: Menu;
  /** `id` changes with every notice, so that closing one does not hide the next. */
  toast: (Toast & { id: string }) | null;
  preferences: Preferences;
  year: number;
};

/** The frame of every screen: skip link, header, footer and toast. */
export function Shell({ data, children }: { data: ShellData; children: ReactNode }) {
  return (
    <Saving isSignedIn={data.viewer !== null}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header viewer={data.viewer} menu={data.menu} />
      <ToastMessage key={data.toast?.id} toast={data.toast} />
      <main id="main" tabIndex={-1}>
        {data.viewer?.badAddress ? (
          <BadAddressNote email={data.viewer.badAddress} />
        ) : data.viewer?.toVerify ? (
          <p className="wrap small pt-4">
            <Link to="/verify">Please verify your email address</Link>
          </p>
        ) : null}
        {children}
      </main>
      <PageTitle />
      <Footer menu={data.menu} viewer={data.viewer} preferences={data.preferences} year={data.year} />
    </Saving>
  );
}
