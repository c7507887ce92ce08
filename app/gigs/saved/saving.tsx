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

/** What the page knows of its services, by the name in their buttons: whether the viewer has saved them. */
type Marks = { saved: ReadonlyMap<string, boolean>; ask: (gig: string) => void };

const SavedMarks = createContext<Marks>({ saved: new Map(), ask: () => {} });

const formId = "save";

/**
 * The one form of all ‘Save’ buttons of a page, which is a plain POST to /saved
 * (docs/specification.md#saved-services). A cached page knows nothing of its viewer: once its scripts run,
 * one request asks which of its services are saved, and a press changes one without loading the page. If that
 * is refused, the plain form is sent, and its answer says why.
 */
export function Saving({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const hasHearts = useMatches().map(handleOf).at(-1)?.hearts;
  const [saved, setSaved] = useState<Marks["saved"]>(new Map());
  const asked = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const isPlain = useRef(false);
  const isSending = useRef(false);

  const mark = useCallback((names: string[], isSaved: (name: string) => boolean) => {
    setSaved((before) => new Map([...before, ...names.map((name) => [name, isSaved(name)] as const)]));
  }, []);

  const ask = useCallback(
    (gig: string) => {
      if (!isSignedIn || asked.current.has(gig)) return;
      asked.current.add(gig);
      waiting.current.push(gig);
      if (waiting.current.length > 1) return;
      // After the effects of all buttons of the page.
      setTimeout(async () => {
        const names = waiting.current;
        waiting.current = [];
        const found = await findSaved(names);
        if (found) mark(names, (name) => found.includes(name));
      });
    },
    [isSignedIn, mark],
  );

  async function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (!isSignedIn || !button || isPlain.current) return;
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const intent = saved.get(button.value) ? "forget" : "save";
    (form.elements.namedItem("intent") as HTMLInputElement).value = intent;
    const isDone = await post(new FormData(form, button));
    isSending.current = false;
    if (isDone) return mark([button.value], () => intent === "save");
    isPlain.current = true;
    form.requestSubmit(button);
    isPlain.current = false;
  }

  return (
    <SavedMarks.Provider value={{ saved, ask }}>
      {children}
      {hasHearts ? (
        <form id={formId} method="post" action={href("/saved")} onSubmit={send} noValidate>
          <input type="hidden" name="intent" value="save" />
          {/* The server refuses a longer return path. */}
          <input type="hidden" name="redirectTo" value={pathname + (search.length < 7000 ? search : "")} />
        </form>
      ) : null}
    </SavedMarks.Provider>
  );
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

async function post(fields: FormData): Promise<boolean> {
  try {
    const body = new URLSearchParams([...fields] as [string, string][]);
    return (await fetch(href("/saved/marks"), { method: "POST", body })).ok;
  } catch {
    // Offline: the plain form shows it.
    return false;
  }
}

type ButtonProps = { /** The id or slug of the gig. */ gig: string; title: string };

/** The heart of a card. */
export function SaveHeart({ gig, title }: ButtonProps) {
  return (
    <button className="heart" aria-label={`Save ${title}`} {...useSaveButton(gig)}>
      <Icon name="heart" />
    </button>
  );
}

/** The button of a gig's page. */
export function SaveButton({ gig, title }: ButtonProps) {
  return (
    <button className="more heart" aria-label={`Save ${title}`} {...useSaveButton(gig)}>
      <Icon name="heart" />
      Save
    </button>
  );
}

function useSaveButton(gig: string) {
  const { saved, ask } = useContext(SavedMarks);
  useEffect(() => ask(gig), [ask, gig]);
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
