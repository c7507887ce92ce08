import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import type { Answer } from "#app/assistant/answer-text.tsx";
import { AssistantScreen } from "#app/assistant/assistant-screen.tsx";
import { helpQuestionsFor, isAboutHandiwork } from "#app/assistant/help-questions.ts";
import { popular } from "#app/assistant/popular.server.ts";
import { failedToast, parseQuestion, type Question } from "#app/assistant/question.ts";
import { recommend } from "#app/assistant/recommendations.server.ts";
import { termsOf } from "#app/assistant/terms.ts";
import { questions } from "#app/help/questions.ts";
import { second } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { ToastMessage } from "#app/ui/toast.tsx";
import stylesheet from "./assistant.css?url";

export const handle: PageHandle = { stylesheet, scripts: "now", hearts: true };
export const links = linksOf(handle);

/** How long an answer's search may run, in ms. It is long because the answer is what the page is for. */
const searchBound = 2 * second;
const answerBound = 5 * second;

/** /ai-assistant (docs/specification.md#assistant). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const question = parseQuestion(new URL(request.url).searchParams);
  const asked = question !== null && question.problem === null;
  if (asked) await requireRead(context);
  const [services, answer] = await Promise.all([
    sectionRead(() => context.dataCache.read(popular), "popular services", context.log),
    asked ? loadAnswer(question, context) : null,
  ]);
  return data(
    {
      question,
      answer,
      popular: services ?? [],
      isSignedIn: context.viewer !== null,
    },
    { status: question?.problem ? 400 : 200 },
  );
}

/** Null if the services could not be read. */
async function loadAnswer(
  question: Question,
  { db, log }: Pick<LoaderFunctionArgs["context"], "db" | "log">,
): Promise<Answer | null> {
  const terms = termsOf(question.text);
  const began = Date.now();
  const isLate = () => Date.now() - began > searchBound;
  const services = await sectionRead(
    () => recommend(db, question.text, isLate),
    "assistant",
    log,
    answerBound,
  );
  if (!services) return null;
  const help = helpQuestionsFor(question.text, terms, questions);
  return {
    services,
    help: help.map(({ id, question }) => ({ id, question })),
    helpFirst: isAboutHandiwork(terms),
  };
}

/** The shortest time that an answer takes in the browser, in ms (docs/specification.md#assistant). */
const answerDelay = second;

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
let before: Loaded | null = null;

/**
 * Makes an answer in the browser take at least a second. If the connection fails, the question stays, and the
 * chat says so.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const question = parseQuestion(new URL(request.url).searchParams);
  const wait = new Promise((resolve) => setTimeout(resolve, question?.problem === null ? answerDelay : 0));
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (isRouteErrorResponse(error) || error instanceof Response || !before) throw error;
    return { ...before, question, answer: null };
  } finally {
    await wait;
  }
}

export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    {
      title: "AI Assistant",
      description: "Say what you need in a sentence or two. The assistant recommends up to three services.",
      path: "/ai-assistant",
      noindex: data?.question !== null,
    },
    matches,
  );

export default function Assistant() {
  const loaded = useLoaderData<typeof loader>();
  const { key } = useLocation();
  if (!import.meta.env.SSR) before = loaded;
  const failed = loaded.question !== null && loaded.question.problem === null && loaded.answer === null;
  return (
    <div className="wrap page">
      <AssistantScreen {...loaded} failed={failed} />
      <ToastMessage key={key} toast={failed ? { kind: "error", text: failedToast } : null} />
    </div>
  );
}
