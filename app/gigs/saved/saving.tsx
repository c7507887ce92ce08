import { useLocation, useMatches } from "@remix-run/react";
import {
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { href } from "#app/lib/href.ts";
import { handleOf } from "#app/page-handle.ts";
import { Icon } from "#app/ui/icon.tsx";

/** What the page knows about its services, by slug: whether the viewer has saved them. */
type Marks = { saved: ReadonlyMap<string, boolean>; ask: (gig: string) => void };

/** null: the page has no form for hearts, so it has no hearts. */
const SavedMarks = createContext<Marks | null>(null);

const formId = "save";

/**
 * The one form of all ‘Save’ buttons of a page, which is a plain POST to /saved
 * (docs/specification.md#saved-services). A cached page knows nothing about its viewer: once its scripts run,
 * one request asks which of its services are saved, and a press saves or removes one without loading the
 * page. If that is refused, the plain form is sent, and its answer says why. Another page asks again, because
 * what is saved may have changed elsewhere.
 */
export function Saving({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const hasHearts = useMatches().map(handleOf).at(-1)?.hearts;
  const path = pathname + search;
  const [page, setPage] = useState(() => newPage(path));
  if (page.path !== path) setPage(newPage(path));
  const { saved, asked } = page;
  const waiting = useRef<string[]>([]);
  const isPlain = useRef(false);
  const sending = useRef(new Set<string>());

  const ask = useCallback(
    (gig: string) => {
      if (!isSignedIn || asked.has(gig)) return;
      asked.add(gig);
      waiting.current.push(gig);
      if (waiting.current.length > 1) return;
      // After the effects of all buttons of the page.
      setTimeout(async () => {
        const names = waiting.current;
        waiting.current = [];
        const found = await findSaved(names);
        if (!found) return;
        const marks = names.map((name) => [name, found.includes(name)] as const);
        // A press since the request was sent takes precedence. An answer for another page is stale.
        setPage((now) => (now.asked === asked ? { ...now, saved: new Map([...marks, ...now.saved]) } : now));
      });
    },
    [isSignedIn, asked],
  );

  async function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (!isSignedIn || !button || isPlain.current) return;
    event.preventDefault();
    const gig = button.value;
    if (sending.current.has(gig)) return;
    sending.current.add(gig);
    const intent = saved.get(gig) ? "forget" : "save";
    const isDone = await post(gig, intent);
    sending.current.delete(gig);
    if (isDone)
      return setPage((now) => ({ ...now, saved: new Map([...now.saved, [gig, intent === "save"]]) }));
    // The viewer has opened another page.
    if (!button.isConnected) return;
    (form.elements.namedItem("intent") as HTMLInputElement).value = intent;
    isPlain.current = true;
    try {
      form.requestSubmit(button);
    } finally {
      isPlain.current = false;
    }
  }

  return (
    <SavedMarks.Provider value={hasHearts ? { saved, ask } : null}>
      {children}
      {hasHearts ? (
        <form id={formId} method="post" action={href("/saved")} onSubmit={send} noValidate>
          <input type="hidden" name="intent" value="save" />
          {/* The server refuses a longer return path. */}
          <input type="hidden" name="redirectTo" value={search.length < 7000 ? path : pathname} />
        </form>
      ) : null}
    </SavedMarks.Provider>
  );
}

/** What is known of a page when it opens. `asked`: the gigs whose marks were asked for, by slug. */
function newPage(path: string): { path: string; asked: Set<string>; saved: Marks["saved"] } {
  return { path, asked: new Set(), saved: new Map() };
}

/** @returns which of the gigs are saved; null if that is not known */
async function findSaved(names: string[]): Promise<string[] | null> {
  try {
    const response = await fetch(`${href("/saved/marks")}?gigs=${names.join(".")}`);
    return response.ok ? ((await response.json()) as { saved: string[] }).saved : null;
  } catch {
    // Offline: the buttons stay as they are, and a press still saves.
    return null;
  }
}

async function post(gig: string, intent: string): Promise<boolean> {
  try {
    const body = new URLSearchParams({ gig, intent });
    return (await fetch(href("/saved/marks"), { method: "POST", body })).ok;
  } catch {
    // Offline: the plain form shows it.
    return false;
  }
}

type ButtonProps = { /** The slug of the gig. */ gig: string; title: string };

/** The heart of a card. */
export function SaveHeart({ gig, title }: ButtonProps) {
  const button = useSaveButton(gig);
  return button ? (
    <button className="heart" aria-label={`Save ${title}`} {...button}>
      <Icon name="heart" />
    </button>
  ) : null;
}

/** The button of a gig's page. */
export function SaveButton({ gig, title }: ButtonProps) {
  const button = useSaveButton(gig);
  return button ? (
    <button className="more heart" aria-label={`Save ${title}`} {...button}>
      <Icon name="heart" />
      Save
    </button>
  ) : null;
}

function useSaveButton(gig: string) {
  const { saved, ask } = useContext(SavedMarks) ?? {};
  useEffect(() => ask?.(gig), [ask, gig]);
  if (!saved) return null;
  return {
    type: "submit" as const,
    form: formId,
    name: "gig",
    value: gig,
    "aria-pressed": saved.get(gig),
    onClick: pressOnce,
  };
}

/** The second press of a double click would undo the first. */
function pressOnce(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
